/** The figures of a bar, or of all bars together: revenue, receipts, over and short, open tabs. */
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Period } from '../api/calls';
import type { Figures } from '../api/types';
import { changeOf, count, percent, total, verdicts } from '../lib/figures';
import { comparedWith } from '../lib/period';
import { figures as figureWords } from '../lib/strings';
import { words } from './strings';

export function Totals({ figures, period }: { figures: Figures; period: Period }) {
  const change = changeText(figures, period);
  const [first, ...more] = verdicts(figures.overShortUSD, figures.overShortLRD);
  return (
    <section className="card chain" aria-label={words.revenue}>
      <Figure label={words.revenue} value={total(figures.totalRevenue)}>
        {change && (
          <dd>
            <span className="badge" data-status={change.up ? 'ok' : undefined}>
              {change.up ? <TrendingUp /> : change.down && <TrendingDown />}
              {change.text}
            </span>
          </dd>
        )}
      </Figure>
      <Figure label={words.inUSD} value={total(figures.revenueUSD)} />
      <Figure label={words.inLRD} value={total(figures.revenueLRD, 'LRD')} />
      <Figure label={words.receipts} value={count(figures.totalSales)} />
      <Figure label={words.overShort} value={<span data-status={first?.status}>{first?.text}</span>}>
        {more.map(({ text }) => (
          <dd key={text}>{text}</dd>
        ))}
      </Figure>
      <Figure label={words.openTabs} value={count(figures.openTabs)} />
    </section>
  );
}

interface FigureProps {
  label: string;
  value: ReactNode;
  children?: ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <dl className="live">
      <dt>{label}</dt>
      <dd>{value}</dd>
      {children}
    </dl>
  );
}

/** `+12 % on last week`; null where there is nothing to compare with. */
export function changeText({ totalRevenue, previousRevenue }: Figures, period: Period) {
  const than = comparedWith(period);
  if (than === null) return null;
  const change = changeOf(totalRevenue, previousRevenue);
  if (change === null) return null;
  const text = figureWords.onLast[than](percent(change));
  return { text, up: change > 0, down: change < 0 };
}
