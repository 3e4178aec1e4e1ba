/** Revenue in US dollars, and the part of it that was priced in Liberian dollars. */
import type { SalesSums } from '../../api/types';
import { formatMoney, formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { words } from './strings';

export function Revenue({ sums }: { sums: Pick<SalesSums, 'totalRevenue' | 'revenueLRD'> }) {
  const lrd = fromServer(sums.revenueLRD);
  return (
    <span className="money end">
      <span>{formatMoney(fromServer(sums.totalRevenue), 'USD')}</span>
      {lrd > 0 && <span>{words.including(formatTotal(lrd, 'LRD'))}</span>}
    </span>
  );
}

/** Revenue by the currency of the prices: `$900.00 + L$73,055`. */
export function formatRevenueByCurrency({ revenueUSD, revenueLRD }: SalesSums): string {
  return `${formatMoney(fromServer(revenueUSD), 'USD')} + ${formatTotal(fromServer(revenueLRD), 'LRD')}`;
}
