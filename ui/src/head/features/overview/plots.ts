/** The lengths of the plots on the overview, in per cent. */
import type { BarRow, HourLine } from '../../api/types';
import { lengthOf } from '../../lib/figures';

/** The largest revenue of this period and the one before, in cents: all bars share one scale. */
export const longest = (bars: readonly BarRow[]): number =>
  Math.max(
    0,
    ...bars.flatMap(({ totalRevenue, previousRevenue }) => [
      lengthOf(totalRevenue),
      lengthOf(previousRevenue),
    ]),
  );

export const share = (length: number, most: number): number =>
  most > 0 ? Math.round((10_000 * length) / most) / 100 : 0;

export interface Hours {
  /** Hours of the business day in which any bar sold, in order. */
  hours: readonly number[];
  /** Revenue in cents by bar and hour. */
  of: ReadonlyMap<string, ReadonlyMap<number, number>>;
  most: number;
}

/** A business day begins in the morning: the hours before come after those of the evening. */
const FIRST_HOUR = 5;

export function revenueByHour(rows: readonly HourLine[]): Hours {
  const of = new Map<string, Map<number, number>>();
  for (const { bar, hour, totalRevenue } of rows) {
    const known = of.get(bar) ?? new Map<number, number>();
    known.set(hour, (known.get(hour) ?? 0) + lengthOf(totalRevenue));
    of.set(bar, known);
  }
  const sold = [...new Set(rows.map(({ hour }) => hour))].sort((one, other) => place(one) - place(other));
  const [first, last] = [sold[0], sold.at(-1)];
  const hours: number[] = [];
  if (first !== undefined && last !== undefined) {
    for (let at = place(first); at <= place(last); at += 1) hours.push((at + FIRST_HOUR) % 24);
  }
  const most = Math.max(0, ...[...of.values()].flatMap((known) => [...known.values()]));
  return { hours, of, most };
}

const place = (hour: number): number => (hour + 24 - FIRST_HOUR) % 24;
