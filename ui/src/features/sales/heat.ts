/** The rules of the heat map: columns, intensity bands, the busiest hour, labels. */
import type { SalesAnalytics } from '../../api/types';
import { type Cents, fromServer } from '../../lib/money/money';

export type HeatDays = SalesAnalytics['heatMap'];

/** The 13 hours that are always shown. */
const [FIRST_SHOWN, LAST_SHOWN] = [9, 21];
const HOURS_OF_A_DAY = 24;

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
  /** The revenue of each column. */
  values: Cents[];
}

export interface HeatTable {
  /** Hours of the bar's clock, in the order of the business day. */
  hours: number[];
  rows: HeatRow[];
}

/** 9 AM to 9 PM, and every other hour in which anything was sold. `firstHour`: of the first figure of `hoursAll`. */
export function tableOf(days: HeatDays, firstHour: number): HeatTable {
  const sums = days.map(({ date, hoursAll }) => ({
    date,
    values: hoursAll.map((value) => fromServer(value)),
  }));
  const places = Array.from({ length: HOURS_OF_A_DAY }, (_, place) => place).filter((place) => {
    const hour = hourAt(place, firstHour);
    return (hour >= FIRST_SHOWN && hour <= LAST_SHOWN) || sums.some(({ values }) => values[place] !== 0);
  });
  return {
    hours: places.map((place) => hourAt(place, firstHour)),
    rows: sums.map(({ date, values }) => ({ date, values: places.map((place) => values[place] ?? 0) })),
  };
}

const hourAt = (place: number, firstHour: number) => (firstHour + place) % HOURS_OF_A_DAY;

/** Labels that have room: the first of hours that follow each other, and every third or fourth after it. */
export function isLabelled(hours: readonly number[], index: number): boolean {
  const apart = hours.length > 18 ? 4 : 3;
  let place = 0;
  for (let at = index; at > 0 && hours[at] === ((hours[at - 1] ?? 0) + 1) % HOURS_OF_A_DAY; at -= 1)
    place += 1;
  return place % apart === 0;
}

export interface Busiest {
  date: string;
  hour: number;
  value: Cents;
}

/** Null when nothing was sold; the first of equal hours. */
export function busiestOf({ hours, rows }: HeatTable): Busiest | null {
  let best: Busiest | null = null;
  for (const { date, values } of rows) {
    for (const [index, value] of values.entries()) {
      if (value > (best?.value ?? 0)) best = { date, hour: hours[index] ?? 0, value };
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
