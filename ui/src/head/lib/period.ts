/** The period of the reports, in the address of the page: `?period=week`, `?from=2026-11-01&to=2026-11-21`; tonight without either. */
import type { Period } from '../api/calls';
import type { PeriodName } from '../api/types';

/** Those that have a choice of their own; a year is chosen beside the dates. */
export const PERIODS = ['tonight', 'yesterday', 'week', 'month'] as const;
const NAMES: readonly PeriodName[] = [...PERIODS, 'year'];

/** Rejects a year that is still being typed, such as 0202. */
const FIRST_DAY = '2000-01-01';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readPeriod(search: string): Period {
  const query = new URLSearchParams(search);
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (isValid({ from, to })) return { from, to };
  return NAMES.find((period) => period === query.get('period')) ?? 'tonight';
}

/** The address of the same page with another period. */
export function withPeriod(search: string, period: Period): string {
  const query = new URLSearchParams(search);
  for (const name of ['period', 'from', 'to']) query.delete(name);
  if (typeof period !== 'string') {
    query.set('from', period.from);
    query.set('to', period.to);
  } else if (period !== 'tonight') query.set('period', period);
  return query.size > 0 ? `?${query}` : '';
}

export type DateProblem = 'missing' | 'backwards';

/** Why the dates are no period; null for a valid one. */
export function problemOf({ from, to }: { from: string; to: string }): DateProblem | null {
  if (![from, to].every((day) => DAY.test(day) && day >= FIRST_DAY)) return 'missing';
  return from > to ? 'backwards' : null;
}

const isValid = (dates: { from: string; to: string }): boolean => problemOf(dates) === null;

/** What the revenue is compared with. */
export type ComparedWith = 'week' | 'month' | 'year' | null;

/** A night is compared with the night a week before; a week, month or year with the same days of the one before. */
export function comparedWith(period: Period): ComparedWith {
  if (typeof period !== 'string') return null;
  return period === 'month' || period === 'year' ? period : 'week';
}
