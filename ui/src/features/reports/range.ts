/** The days that a report covers, and the addresses that follow from them. */
import { at } from '../../api/calls';
import { words } from './strings';

/** With today. The box takes the same when it is given no days. */
const DEFAULT_DAYS = 30;
/** A year is typed digit by digit; before this one there was no bar to report on. */
const FIRST_DAY = '2000-01-01';
const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`, both included. */
export interface Range {
  from: string;
  to: string;
}

export function defaultRange(today: string): Range {
  return { from: daysBefore(today, DEFAULT_DAYS - 1), to: today };
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** What is wrong with it, in words; null when nothing is. */
export function rangeProblem({ from, to }: Range): string | null {
  if (from < FIRST_DAY || to < FIRST_DAY) return words.rangeMissing;
  return from > to ? words.rangeWrong : null;
}

/** `range` null: what the box takes by itself. */
export const reportUrl = (range: Range | null) => at('/api/admin/sales-report', daysOf(range));

export const userSalesUrl = (userId: number, range: Range | null) =>
  at('/api/admin/user-sales', { userId, ...daysOf(range) });

function daysOf(range: Range | null) {
  return range ? { startDate: range.from, endDate: range.to } : {};
}
