/** The dates of a report: presets, default and validation. */
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

export const PRESETS = ['Tonight', 'Last night', '7 days', '30 days', 'This month', 'Last month'] as const;
export type Preset = (typeof PRESETS)[number];
/** The default. Kept by its name, so that the dates follow the bar's day. */
export const DEFAULT_PRESET: Preset = '30 days';

/** The dates of a preset. `today` is the business day, which after midnight is still the night that goes on. */
export function presetRange(preset: Preset, today: string): DateRange {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastMonthEnds = daysBefore(firstOfMonth, 1);
  switch (preset) {
    case 'Tonight':
      return { from: today, to: today };
    case 'Last night':
      return { from: daysBefore(today, 1), to: daysBefore(today, 1) };
    case '7 days':
      return { from: daysBefore(today, 6), to: today };
    case '30 days':
      return { from: daysBefore(today, DEFAULT_DAYS - 1), to: today };
    case 'This month':
      return { from: firstOfMonth, to: today };
    case 'Last month':
      return { from: `${lastMonthEnds.slice(0, 8)}01`, to: lastMonthEnds };
  }
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The error message of an invalid range; null for a valid one. */
export function rangeError({ from, to }: DateRange): string | null {
  if (from < FIRST_DAY || to < FIRST_DAY) return words.rangeMissing;
  return from > to ? words.rangeWrong : null;
}
