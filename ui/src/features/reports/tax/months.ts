/** The months that a tax report is chosen by. */
import { formatDate } from '../../../lib/format';
import type { DateRange } from '../../../parts/range/range';

/** Months offered: this one and those of two years before it. */
const MONTHS = 25;

/** `2026-11` is 1 to 30 November 2026. */
export function monthRange(month: string): DateRange {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The month that a range is exactly; null for other dates. */
export function monthOf(range: DateRange): string | null {
  const month = range.from.slice(0, 7);
  const { from, to } = monthRange(month);
  return range.from === from && range.to === to ? month : null;
}

/** This month and those before it, newest first: `Nov 2026`. */
export function monthOptions(today: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
    return { value, label: formatDate(`${value}-01`).replace(/^\S+ /, '') };
  });
}
