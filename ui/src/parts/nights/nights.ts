/** What is usual on a weekday: the median of its nights. A night is a business day, as the sales report has it. */
import { type Cents, fromServer } from '../../lib/money/money';

const DAY_MS = 86_400_000;
/** Nights of the same weekday that are compared. */
const NIGHTS_MAX = 8;
/** With fewer nights nothing is usual yet. */
const NIGHTS_MIN = 3;

/** `YYYY-MM-DD`, some days later. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';

/** The same weekday of the weeks before, the latest first. */
export const weekdaysBefore = (day: string): string[] =>
  Array.from({ length: NIGHTS_MAX }, (_, week) => plusDays(day, -7 * (week + 1)));

export interface Night {
  overallSummary: { totalRevenue: string; totalSales: number; totalQuantity: number };
  hours: readonly { hour: number; totalRevenue: string }[];
}

/** The nights on which something was sold; null while they are too few to tell what is usual. */
export function thatSold(nights: readonly Night[]): Night[] | null {
  const open = nights.filter(({ overallSummary }) => overallSummary.totalSales > 0);
  return open.length < NIGHTS_MIN ? null : open;
}

/** A usual night of a weekday. */
export interface UsualNight {
  revenue: Cents;
  sales: number;
  units: number;
  /** Revenue of an hour of the clock, 0 to 23. */
  revenueOf: (hour: number) => Cents;
}

export function usualOf(nights: readonly Night[]): UsualNight | null {
  const open = thatSold(nights);
  if (!open) return null;
  const usual = (figure: (night: Night) => number) => median(open.map(figure));
  return {
    revenue: usual(({ overallSummary }) => fromServer(overallSummary.totalRevenue)),
    sales: usual(({ overallSummary }) => overallSummary.totalSales),
    units: usual(({ overallSummary }) => overallSummary.totalQuantity),
    revenueOf: (hour) =>
      usual(({ hours }) => fromServer(hours.find((row) => row.hour === hour)?.totalRevenue ?? '0')),
  };
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? 0)) / 2);
}
