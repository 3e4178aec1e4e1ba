/** The date range of a report: default, validation and request URLs. */
import { at } from '../../api/calls';
import { words } from './strings';

/** Includes today. The server has the same default. */
const DEFAULT_DAYS = 30;
/** Rejects a year that is still being typed, such as 0202. */
const FIRST_DAY = '2000-01-01';
const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`, both included. */
export interface DateRange {
  from: string;
  to: string;
}

export function defaultRange(today: string): DateRange {
  return { from: daysBefore(today, DEFAULT_DAYS - 1), to: today };
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The error message of an invalid range; null for a valid one. */
export function rangeError({ from, to }: DateRange): string | null {
  if (from < FIRST_DAY || to < FIRST_DAY) return words.rangeMissing;
  return from > to ? words.rangeWrong : null;
}

/** A null range uses the server's default. */
export const reportUrl = (range: DateRange | null) => at('/api/admin/sales-report', daysOf(range));

export const userSalesUrl = (userId: number, range: DateRange | null) =>
  at('/api/admin/user-sales', { userId, ...daysOf(range) });

function daysOf(range: DateRange | null) {
  return range ? { startDate: range.from, endDate: range.to } : {};
}
