/** The latest ten sale lines. */
import { Receipt } from 'lucide-react';
import { memo } from 'react';
import type { Sale } from '../../api/types';
import { formatDateTime, formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { useMethodName } from '../../parts/payment/useMethodName';
import { Badge } from '../../ui/Badge';
import { Empty } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { words } from './strings';

export const RECENT = 10;

/** Memoised: opening a dialog does not render it again. */
export const RecentSales = memo(function RecentSales({ sales }: { sales: readonly Sale[] }) {
  const nameOf = useMethodName();
  return (
    <section className="card stack tight" aria-labelledby="recent-title">
      <h2 id="recent-title">{words.recentSales}</h2>
      {sales.length === 0 && <Empty icon={Receipt} text={words.noSales} />}
      <ul className="list">
        {sales.slice(0, RECENT).map((sale) => (
          <Row key={sale.id} sale={sale} method={nameOf(sale.paymentMethod)} />
        ))}
      </ul>
    </section>
  );
});

function Row({ sale, method }: { sale: Sale; method: string }) {
  const { quantity, productName, saleDate, customerName, voidedAt, discountReason } = sale;
  return (
    <li>
      <span className="grow">
        <span className="name">
          {quantity} × {productName} {voidedAt && <Badge status="cancelled">{words.voided}</Badge>}
        </span>
        <small>
          {customerName ?? words.walkIn} · {method}
        </small>
        {discountReason && (
          <small>
            {words.discount(formatMoney(fromServer(sale.listPrice), sale.currency), discountReason)}
          </small>
        )}
        <small className="date">{formatDateTime(saleDate)}</small>
      </span>
      <Money
        total
        usd={fromServer(sale.totalAmountUSD)}
        lrd={fromServer(sale.totalAmountLRD)}
        leads={sale.currency}
        className="end"
      />
    </li>
  );
}
