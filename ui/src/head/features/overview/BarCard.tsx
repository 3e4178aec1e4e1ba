/** A bar of the overview: a card on a phone, a line on a wide screen. */
import { useId } from 'react';
import { Link, useSearch } from 'wouter';
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import type { Period } from '../../api/calls';
import type { BarRow } from '../../api/types';
import { isBehind } from '../../lib/bars';
import { count, lengthOf, lowAndOut, NONE, total, verdicts } from '../../lib/figures';
import { comparedWith } from '../../lib/period';
import { StateBadges } from '../../parts/StateBadges';
import { words as partWords } from '../../parts/strings';
import { changeText } from '../../parts/Totals';
import { type Hours, share } from './plots';
import { words } from './strings';

interface BarCardProps {
  bar: BarRow;
  period: Period;
  /** The revenue that fills the plot, in cents. */
  most: number;
  /** Null where there is no room for them. */
  hours: Hours | null;
}

export function BarCard({ bar, period, most, hours }: BarCardProps) {
  const titleId = useId();
  const search = useSearch();
  const found = verdicts(bar.overShortUSD, bar.overShortLRD);
  const change = changeText(bar, period);
  return (
    <li className="card bar-card">
      <Link
        className="open"
        href={`/bars/${bar.bar}${search ? `?${search}` : ''}`}
        aria-labelledby={titleId}
      />
      <h2 id={titleId}>{bar.name}</h2>
      <StateBadges bar={bar} />
      <span className="figure">
        <b>{isUnheard(bar) ? NONE : total(bar.totalRevenue)}</b>
        <small>{isBehind(bar.state) && bar.asOf !== null ? partWords.asOf(bar.asOf) : change?.text}</small>
      </span>
      <span className="compare">
        {bar.totalRevenue !== null && !isUnheard(bar) && <Bullet bar={bar} period={period} most={most} />}
        {hours && <Mini bar={bar} hours={hours} />}
      </span>
      <dl>
        <div data-status={found[0]?.status}>
          <dt>{partWords.overShort}</dt>
          {found.map(({ text }) => (
            <dd key={text}>{text}</dd>
          ))}
        </div>
        <div>
          <dt>{partWords.openTabs}</dt>
          <dd>{count(bar.openTabs)}</dd>
        </div>
        <div>
          <dt>{partWords.lowStock}</dt>
          <dd>{count(lowAndOut(bar))}</dd>
        </div>
      </dl>
    </li>
  );
}

/** Nothing of this period has come from a silent bar: that is no revenue of 0. */
const isUnheard = ({ state, totalSales }: BarRow): boolean => state === 'silent' && !totalSales;

/** The revenue as a bar, with a tick where it was before. */
function Bullet({ bar, period, most }: Omit<BarCardProps, 'hours'>) {
  const than = comparedWith(period);
  const before = than === null ? null : bar.previousRevenue;
  const revenue = total(bar.totalRevenue);
  const label =
    than === null || before === null
      ? revenue
      : words.compared(revenue, words.last[than], formatTotal(fromServer(before), 'USD'));
  const at = `${share(lengthOf(before), most)}%`;
  return (
    <svg className="plot bullet" role="img" aria-label={label}>
      <rect className="track" width="100%" y="25%" height="50%" rx="3" />
      <rect
        className="bar"
        width={`${share(lengthOf(bar.totalRevenue), most)}%`}
        y="25%"
        height="50%"
        rx="3"
      />
      {before !== null && <line className="usual" x1={at} x2={at} y1="0" y2="100%" />}
    </svg>
  );
}

/** The revenue of each hour, as small columns. */
function Mini({ bar, hours: { hours, of, most } }: { bar: BarRow; hours: Hours }) {
  const known = of.get(bar.bar);
  if (!known) return null;
  const step = 100 / hours.length;
  return (
    <svg className="plot mini" aria-hidden="true">
      {hours.map((hour, at) => {
        const height = share(known.get(hour) ?? 0, most);
        return (
          <rect
            key={hour}
            className="bar"
            x={`${step * (at + 0.15)}%`}
            width={`${step * 0.7}%`}
            y={`${100 - height}%`}
            height={`${height}%`}
            rx="1.5"
          />
        );
      })}
    </svg>
  );
}
