/** Revenue by hour as bars; a mark across each is what is usual. Sizes are in percent, so that nothing is stretched. */
import { formatMoney } from '../../../lib/format';
import { words } from '../strings';
import { bestOf, type HourBar, highest, stepOf } from './bars';

/** Where the bars begin, and how high the highest is, in percent of the height; its figure stands above it. */
const AXIS = 86;
const HIGHEST = 70;
/** More labels than this touch each other on a phone. */
const LABELS_MAX = 10;
/** The part of its hour's width that a bar and a mark take. */
const BAR = 0.56;
const MARK = 0.8;

export function HoursPlot({ bars }: { bars: readonly HourBar[] }) {
  const most = highest(bars);
  const step = stepOf(most);
  const width = 100 / bars.length;
  const every = Math.ceil(bars.length / LABELS_MAX);
  const best = bestOf(bars);
  const heightOf = (cents: number) => (HIGHEST * Math.max(0, cents)) / most;
  const topOf = (cents: number) => `${AXIS - heightOf(cents)}%`;
  const across = (index: number, share: number) => `${width * (index + share)}%`;
  const lines = Array.from({ length: Math.floor(most / step) }, (_, line) => (line + 1) * step);
  return (
    <svg className="plot hours" role="img" aria-label={words.plot}>
      {lines.map((cents) => (
        <g key={cents}>
          <line className="grid" x1="0" x2="100%" y1={topOf(cents)} y2={topOf(cents)} />
          <text x="0" y={topOf(cents)} dy="-4">
            {formatMoney(cents, 'USD').replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.hour}>
          <rect
            className="bar"
            x={across(index, (1 - BAR) / 2)}
            width={`${width * BAR}%`}
            y={topOf(bar.sold)}
            height={`${heightOf(bar.sold)}%`}
            rx="3"
          />
          {bar.usual !== null && (
            <line
              className="usual"
              x1={across(index, (1 - MARK) / 2)}
              x2={across(index, (1 + MARK) / 2)}
              y1={topOf(bar.usual)}
              y2={topOf(bar.usual)}
            />
          )}
          {index % every === 0 && (
            <text x={across(index, 0.5)} y="100%" dy="-4" textAnchor="middle">
              {labelOf(bars, index, every)}
            </text>
          )}
          {bar === best && (
            <text
              className="value"
              x={across(index, 0.5)}
              y={topOf(bar.sold)}
              dy="-6"
              textAnchor={anchorOf(index, bars.length)}
            >
              {formatMoney(bar.sold, 'USD')}
            </text>
          )}
        </g>
      ))}
      <line className="axis" x1="0" x2="100%" y1={`${AXIS}%`} y2={`${AXIS}%`} />
    </svg>
  );
}

/** The first label and the first after noon or midnight say which half of the day they are in. */
function labelOf(bars: readonly HourBar[], index: number, every: number): string {
  const isMorning = (at: number) => (bars[at]?.hour ?? 0) < 12;
  const hour = bars[index]?.hour ?? 0;
  const isNew = index === 0 || isMorning(index) !== isMorning(index - every);
  return isNew ? words.clock(hour) : String(((hour + 11) % 12) + 1);
}

/** At the edges a figure would be cut off. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count > 1 && index === 0) return 'start';
  return count > 1 && index === count - 1 ? 'end' : 'middle';
}
