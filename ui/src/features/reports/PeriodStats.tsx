/** The stat cards of the period: revenue, sales and units sold. */
import { Banknote, Package, Receipt } from 'lucide-react';
import type { SalesSums } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Stat } from '../../ui/Stat';
import { formatRevenueByCurrency } from './Revenue';
import { words } from './strings';

export function PeriodStats({ sums }: { sums: SalesSums }) {
  const { totalRevenue, revenueLRD, totalSales, totalQuantity } = sums;
  return (
    <section className="tiles stats three" aria-label={words.period}>
      <Stat
        icon={Banknote}
        label={words.totalRevenue}
        value={formatMoney(fromServer(totalRevenue), 'USD')}
        notes={[fromServer(revenueLRD) > 0 && formatRevenueByCurrency(sums)]}
      />
      <Stat icon={Receipt} label={words.totalSales} value={totalSales} />
      <Stat icon={Package} label={words.unitsSold} value={totalQuantity} />
    </section>
  );
}
