/** The bars of the hours: their heights, the lines behind them, and what they say. */
import { type Cents, fromServer } from '../../../lib/money/money';

export interface HourBar {
  /** 0 to 23. */
  hour: number;
  sold: Cents;
  sales: number;
  /** Usual revenue of the hour; null where nothing is known to be usual. */
  usual: Cents | null;
}

interface HourRow {
  hour: number;
  totalRevenue: string;
  totalSales: number;
}

/** A bar for each hour from the first to the last in which something was sold. `rows` are in the order of the night. */
export function barsOf(rows: readonly HourRow[], usualOf: ((hour: number) => Cents) | null): HourBar[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const count = ((last.hour - first.hour + 24) % 24) + 1;
  return Array.from({ length: count }, (_, index) => {
    const hour = (first.hour + index) % 24;
    const row = rows.find((other) => other.hour === hour);
    return {
      hour,
      sold: fromServer(row?.totalRevenue ?? '0'),
      sales: row?.totalSales ?? 0,
      usual: usualOf?.(hour) ?? null,
    };
  });
}

/** The highest bar or mark; at least one cent. */
export const highest = (bars: readonly HourBar[]): Cents =>
  Math.max(1, ...bars.map(({ sold, usual }) => Math.max(sold, usual ?? 0)));

/** The distance of the lines behind the bars: the largest of 1, 2 or 5 times a power of ten of which at least two fit. */
export function stepOf(most: Cents): Cents {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1, 0.5].map((times) => times * power).find((step) => 2 * step <= most && step >= 1) ?? most;
}

/** The hour with the highest revenue. */
export const bestOf = (bars: readonly HourBar[]): HourBar | null =>
  bars.reduce<HourBar | null>((best, bar) => (bar.sold > (best?.sold ?? 0) ? bar : best), null);

/** The hour that fell shortest of what is usual; null where none did. */
export const slowestOf = (bars: readonly HourBar[]): HourBar | null =>
  bars.reduce<HourBar | null>(
    (worst, bar) => (missing(bar) > (worst ? missing(worst) : 0) ? bar : worst),
    null,
  );

const missing = ({ sold, usual }: HourBar) => (usual ?? 0) - sold;
