/** Sales by Hour: a plot, what it says, and its figures as a table. */
import { TrendingUp } from 'lucide-react';
import type { SalesReport } from '../../../api/types';
import { formatCount, formatMoney } from '../../../lib/format';
import type { DateRange } from '../../../parts/range/range';
import { Fold } from '../../../ui/Fold';
import { Empty } from '../../../ui/feedback/States';
import type { Usual } from '../Headline';
import { Part } from '../Part';
import { words } from '../strings';
import { barsOf, bestOf, type HourBar, slowestOf } from './bars';
import { HoursPlot } from './HoursPlot';

interface HoursProps {
  report: SalesReport;
  range: DateRange | null;
  usual: Usual | null;
}

export function Hours({ report: { hours }, range, usual }: HoursProps) {
  const bars = barsOf(hours, usual?.revenueOf ?? null);
  const best = bestOf(bars);
  // Of a night that goes on, the present hour is not over.
  const slow = usual?.isOver ? slowestOf(bars) : null;
  return (
    <Part title={words.hours} parts={[['hours', '']]} range={range}>
      {!best && <Empty text={words.noSales} />}
      {best && (
        <>
          {usual && (
            <p className="legend">
              <span>
                <i />
                {words.sold}
              </span>
              <span>
                <i className="tick" />
                {words.usual(usual.weekday)}
              </span>
            </p>
          )}
          <HoursPlot bars={bars} />
          <div className="split">
            <p className="insight">
              <TrendingUp />
              <span>
                {words.bestHour} <b>{words.bestAt(best.hour, formatMoney(best.sold, 'USD'))}</b>.
                {slow && ` ${words.slow(slow.hour)}`}
              </span>
            </p>
            <Fold className="as-table" summary={words.asTable}>
              <Table bars={bars} weekday={usual?.weekday ?? null} />
            </Fold>
          </div>
        </>
      )}
    </Part>
  );
}

function Table({ bars, weekday }: { bars: readonly HourBar[]; weekday: string | null }) {
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th scope="col">{words.hourColumn}</th>
          <th scope="col">{words.sold}</th>
          {weekday && <th scope="col">{words.usual(weekday)}</th>}
          <th scope="col">{words.totalSales}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ hour, sold, sales, usual }) => (
          <tr key={hour}>
            <th scope="row">{words.hour(hour)}</th>
            <td>{formatMoney(sold, 'USD')}</td>
            {weekday && <td>{formatMoney(usual ?? 0, 'USD')}</td>}
            <td>{formatCount(sales)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
