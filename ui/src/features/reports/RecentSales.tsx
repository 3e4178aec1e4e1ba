/** The latest sale lines of the period, with customer and seller. */
import { keepPreviousData } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useGet } from '../../api/http/query';
import type { RecentSale } from '../../api/types';
import { formatDate, formatDateTime, formatPhone, formatTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { useMethodName } from '../../parts/payment/useMethodName';
import type { DateRange } from '../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { Money } from '../../ui/money/Money';
import { FoldedPart } from './Part';
import { recentUrl } from './range';
import { words } from './strings';

export function RecentSales({ range }: { range: DateRange | null }) {
  const recent = useGet(recentUrl(range), { enabled: range !== null, placeholderData: keepPreviousData });
  const nameOf = useMethodName();
  return (
    <FoldedPart title={words.recent} parts={[['sales', '']]} range={range} open>
      <Loaded query={recent} errorText={words.recentFailed} skeleton={<Skeleton count={6} height="3.5rem" />}>
        {(sales) =>
          sales.length === 0 ? (
            <Empty icon={Receipt} text={words.noRecent} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it is a scroll container, which must be reachable by keyboard.
            <ul className="list scroll" tabIndex={0} aria-label={words.recent}>
              {sales.map((sale) => (
                <Row key={sale.id} sale={sale} method={nameOf(sale.paymentMethod)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </FoldedPart>
  );
}

function Row({ sale, method }: { sale: RecentSale; method: string }) {
  const { quantity, productName, customerName, customerPhone, saleDate } = sale;
  const customer = [customerName ?? words.walkIn, customerPhone && formatPhone(customerPhone)];
  const seller = [sale.userFirstName, sale.userLastName].filter(Boolean).join(' ') || sale.userName;
  return (
    <li>
      <span className="grow">
        <span className="name">
          {quantity} × {productName}
        </span>
        <small>{customer.filter(Boolean).join(' · ')}</small>
        <small>{[method, whenOf(saleDate), seller].join(' · ')}</small>
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
