/** The latest sale lines with customer and seller. */
import { Receipt } from 'lucide-react';
import { useGet } from '../../api/http/query';
import { methodLabel } from '../../api/payment';
import type { RecentSale } from '../../api/types';
import { formatDate, formatDateTime, formatPhone, formatTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { words } from './strings';

const RECENT = '/api/admin/recent-sales-with-customers';

export function RecentSales() {
  const recent = useGet(RECENT);
  return (
    <section className="card stack tight" aria-labelledby="recent-title">
      <h2 id="recent-title">{words.recent}</h2>
      <Loaded query={recent} errorText={words.recentFailed} skeleton={<Skeleton count={6} height="3.5rem" />}>
        {(sales) =>
          sales.length === 0 ? (
            <Empty icon={Receipt} text={words.noRecent} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it is a scroll container, which must be reachable by keyboard.
            <ul className="list scroll" tabIndex={0} aria-labelledby="recent-title">
              {sales.map((sale) => (
                <Row key={sale.id} sale={sale} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Row({ sale }: { sale: RecentSale }) {
  const { quantity, productName, customerName, customerPhone, paymentMethod, saleDate } = sale;
  const customer = [customerName ?? words.walkIn, customerPhone && formatPhone(customerPhone)];
  const seller = [sale.userFirstName, sale.userLastName].filter(Boolean).join(' ') || sale.userName;
  return (
    <li>
      <span className="grow">
        <span className="name">
          {quantity} × {productName}
        </span>
        <small>{customer.filter(Boolean).join(' · ')}</small>
        <small>{[methodLabel(paymentMethod), whenOf(saleDate), seller].join(' · ')}</small>
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

/** Only the time for a sale of today. */
function whenOf(at: string): string {
  return formatDate(at) === formatDate(new Date().toISOString()) ? formatTime(at) : formatDateTime(at);
}
