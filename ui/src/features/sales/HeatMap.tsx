/** Sales Heat Map: a table of revenue, seven days by thirteen hours and every other hour in which anything was sold. */
import { Flame } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatMoney } from '../../lib/format';
import type { Cents } from '../../lib/money/money';
import {
  busiestOf,
  type HeatDays,
  type HeatRow,
  heatOf,
  isLabelled,
  longHour,
  shortHour,
  tableOf,
  weekday,
} from './heat';
import { words } from './strings';
import './sales.css';

/** Memoised: opening a dialog does not render it again. */
export const HeatMap = memo(function HeatMap({ days, firstHour }: { days: HeatDays; firstHour: number }) {
  const table = tableOf(days, firstHour);
  const busiest = busiestOf(table);
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
        <HeatHead hours={table.hours} />
        <tbody>
          {table.rows.map((row) => (
            <HeatLine key={row.date} row={row} hours={table.hours} maximum={busiest?.value ?? 0} />
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

/** Some hours are visible; the others are for screen readers. */
function HeatHead({ hours }: { hours: readonly number[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">{words.day}</span>
        </th>
        {hours.map((hour, index) => (
          <th key={hour} scope="col">
            {isLabelled(hours, index) ? shortHour(hour) : <span className="sr-only">{shortHour(hour)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeatLineProps {
  row: HeatRow;
  hours: readonly number[];
  maximum: number;
}

function HeatLine({ row, hours, maximum }: HeatLineProps) {
  return (
    <tr>
      <th scope="row">
        {weekday(row.date, 'short')}
        <span className="sr-only"> {formatDate(row.date)}</span>
      </th>
      {row.values.map((value, index) => (
        <td key={hours[index]} data-heat={heatOf(value, maximum)}>
          <span>
            <Revenue value={value} isNarrow={hours.length > COLUMNS_WITH_CENTS} />
          </span>
        </td>
      ))}
    </tr>
  );
}

/** In cents. From $1,000 the cell is too narrow for the cents, which only screen readers get. */
const CENTS_SHOWN_BELOW = 100_000;
/** With more columns every cell is too narrow for cents. */
const COLUMNS_WITH_CENTS = 13;

function Revenue({ value, isNarrow }: { value: Cents; isNarrow: boolean }) {
  const text = formatMoney(value, 'USD');
  if (value < CENTS_SHOWN_BELOW && !isNarrow) return <>{text}</>;
  return (
    <>
      {text.slice(0, -3)}
      <span className="sr-only">{text.slice(-3)}</span>
    </>
  );
}
