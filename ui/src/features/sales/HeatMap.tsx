/** Sales Heat Map: a table of revenue, seven days by thirteen hours. */
import { Flame } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatMoney } from '../../lib/format';
import type { Cents } from '../../lib/money/money';
import {
  busiestOf,
  type HeatDays,
  type HeatRow,
  HOURS,
  heatOf,
  longHour,
  rowsOf,
  shortHour,
  weekday,
} from './heat';
import { words } from './strings';
import '../../styles/screens/heatmap.css';

/** Memoised: opening a dialog does not render it again. */
export const HeatMap = memo(function HeatMap({ days }: { days: HeatDays }) {
  const rows = rowsOf(days);
  const busiest = busiestOf(rows);
  return (
    <section className="card stack" aria-labelledby="heat-title">
      <div className="split">
        <h2 id="heat-title">{words.heatMap}</h2>
        <span className="heat-key" aria-hidden="true">
          {words.quiet}
          {[0, 1, 2, 3, 4].map((heat) => (
            <i key={heat} data-heat={heat} />
          ))}
          {words.busy}
        </span>
      </div>
      <table className="heatmap" aria-labelledby="heat-title">
        <HeatHead />
        <tbody>
          {rows.map((row) => (
            <HeatLine key={row.date} row={row} maximum={busiest?.value ?? 0} />
          ))}
        </tbody>
      </table>
      {busiest && (
        <p className="insight">
          <Flame />
          <span>
            {words.busiest}{' '}
            <b>
              {weekday(busiest.date, 'long')}, {longHour(busiest.hour)}
            </b>
            , {formatMoney(busiest.value, 'USD')}
          </span>
        </p>
      )}
    </section>
  );
});

/** Every third hour is visible; the others are for screen readers. */
function HeatHead() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">{words.day}</span>
        </th>
        {HOURS.map((hour, index) => (
          <th key={hour} scope="col">
            {index % 3 === 0 ? shortHour(hour) : <span className="sr-only">{shortHour(hour)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function HeatLine({ row, maximum }: { row: HeatRow; maximum: number }) {
  return (
    <tr>
      <th scope="row">
        {weekday(row.date, 'short')}
        <span className="sr-only"> {formatDate(row.date)}</span>
      </th>
      {row.hours.map((value, index) => (
        <td key={HOURS[index]} data-heat={heatOf(value, maximum)}>
          <span>
            <Revenue value={value} />
          </span>
        </td>
      ))}
    </tr>
  );
}

/** In cents. From $1,000 the cell is too narrow for the cents, which only screen readers get. */
const CENTS_SHOWN_BELOW = 100_000;

function Revenue({ value }: { value: Cents }) {
  const text = formatMoney(value, 'USD');
  if (value < CENTS_SHOWN_BELOW) return <>{text}</>;
  return (
    <>
      {text.slice(0, -3)}
      <span className="sr-only">{text.slice(-3)}</span>
    </>
  );
}
