/** The rules of the heat map: intensity bands, the busiest hour, labels. */
import type { SalesAnalytics } from '../../api/types';
import { type Cents, fromServer } from '../../lib/money/money';

export type HeatDays = SalesAnalytics['heatMap'];

/** The first of the 13 hours. */
const FIRST_HOUR = 9;
export const HOURS = Array.from({ length: 13 }, (_, index) => FIRST_HOUR + index);

/** 0 for nothing, then four bands: under 0.25, 0.5, 0.75 of the maximum, and the rest. */
export function heatOf(value: Cents, maximum: Cents): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || maximum <= 0) return 0;
  if (value * 4 < maximum) return 1;
  if (value * 2 < maximum) return 2;
  if (value * 4 < maximum * 3) return 3;
  return 4;
}

export interface HeatRow {
  date: string;
  hours: Cents[];
}

export function rowsOf(days: HeatDays): HeatRow[] {
  return days.map(({ date, hours }) => ({ date, hours: hours.map((value) => fromServer(value)) }));
}

export interface Busiest {
  date: string;
  hour: number;
  value: Cents;
}

/** Null when nothing was sold; the first of equal hours. */
export function busiestOf(rows: readonly HeatRow[]): Busiest | null {
  let best: Busiest | null = null;
  for (const { date, hours } of rows) {
    for (const [index, value] of hours.entries()) {
      if (value > (best?.value ?? 0)) best = { date, hour: FIRST_HOUR + index, value };
    }
  }
  return best;
}

/** `9a`, `12p`, `9p`. */
export function shortHour(hour: number): string {
  return `${((hour + 11) % 12) + 1}${hour < 12 ? 'a' : 'p'}`;
}

/** `7 PM`. */
export function longHour(hour: number): string {
  return `${((hour + 11) % 12) + 1} ${hour < 12 ? 'AM' : 'PM'}`;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Of a date without a time: the weekday is the same in every zone. */
export function weekday(date: string, length: 'short' | 'long'): string {
  const day = DAYS[new Date(`${date}T00:00Z`).getUTCDay()] ?? '';
  return length === 'short' ? day.slice(0, 3) : day;
}
