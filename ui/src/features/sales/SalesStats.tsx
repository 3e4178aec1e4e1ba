/** The stat cards of the sales that this person sees: revenue, units sold, average sale. */
import { Banknote, Package, Receipt } from 'lucide-react';
import type { SalesAnalytics } from '../../api/types';
import { formatMoney, formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Stat } from '../../ui/Stat';
import { words } from './strings';

export function SalesStats({ analytics }: { analytics: SalesAnalytics }) {
  const { totalRevenue, revenueUSD, revenueLRD, salesCount, totalQuantity, averageSale } = analytics;
  // What the box keeps back from bartenders has no card.
  if (totalRevenue === null || salesCount === null) return null;
  return (
    <div className="tiles stats three">
      <Stat
        icon={Banknote}
        label={words.totalRevenue}
        value={formatMoney(fromServer(totalRevenue), 'USD')}
        notes={[
          words.transactions(salesCount),
          fromServer(revenueLRD) > 0 &&
            `${formatMoney(fromServer(revenueUSD), 'USD')} + ${formatTotal(fromServer(revenueLRD), 'LRD')}`,
        ]}
      />
      <Stat icon={Package} label={words.unitsSold} value={totalQuantity} />
      <Stat icon={Receipt} label={words.averageSale} value={formatMoney(fromServer(averageSale), 'USD')} />
    </div>
  );
}
