/** Revenue, sales and units of the period; of one night beside what is usual on that weekday. */
import type { SalesSums } from '../../api/types';
import { formatCount, formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import type { UsualNight } from '../../parts/nights/nights';
import { Figure } from '../../ui/Figure';
import { formatRevenueByCurrency } from './Revenue';
import { words } from './strings';

/** A night to compare with. */
export interface Usual extends UsualNight {
  /** 'Friday' */
  weekday: string;
  /** Whether the night is over: a night that goes on is not compared in percent. */
  isOver: boolean;
}

export function Headline({ sums, usual }: { sums: SalesSums; usual: Usual | null }) {
  const { totalRevenue, revenueLRD, totalSales, totalQuantity } = sums;
  const sold = fromServer(totalRevenue);
  return (
    <section className="card" aria-label={words.period}>
      <div className="headline">
        <Figure name={words.totalRevenue} value={formatMoney(sold, 'USD')}>
          {fromServer(revenueLRD) > 0 && formatRevenueByCurrency(sums)}
        </Figure>
        {usual && usual.revenue > 0 && <Versus sold={sold} usual={usual} />}
        <Figure name={words.totalSales} value={formatCount(totalSales)}>
          {usual && words.usually(formatCount(usual.sales))}
        </Figure>
        <Figure name={words.unitsSold} value={formatCount(totalQuantity)}>
          {usual && words.usually(formatCount(usual.units))}
        </Figure>
      </div>
    </section>
  );
}

function Versus({ sold, usual: { revenue, weekday, isOver } }: { sold: number; usual: Usual }) {
  const name = words.usual(weekday);
  const amount = formatMoney(revenue, 'USD');
  if (!isOver) return <Figure name={name} value={amount} />;
  return (
    <Figure name={name} value={words.percent(sold / revenue - 1)} status={sold >= revenue ? 'ok' : 'warning'}>
      {amount}
    </Figure>
  );
}
