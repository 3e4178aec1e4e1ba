/** The rules of working hours: calls of the clock, lengths in words, periods by day. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';
import type { Clock, Period } from '../../api/types';

export const CLOCK = '/api/clock';
export const PERIODS = '/api/clock/periods';
export const AFTER_STEP = [CLOCK] as const;
/** Days of a person's own list. */
export const OWN_DAYS = 14;
/** A period that is open this long was forgotten, as the box counts it. */
const FORGOTTEN_MS = 16 * 60 * 60 * 1000;

export type Step = 'in' | 'break' | 'back' | 'out';

const CALLS = {
  in: '/api/clock/in',
  break: '/api/clock/break',
  back: '/api/clock/back',
  out: '/api/clock/out',
} as const;

export const sendStep = (step: Step, options: WriteOptions) => post(CALLS[step], undefined, options);

/** The steps that a person can take now. Who forgot to clock out can clock in anew. */
export function stepsOf({ state, period }: Clock, now = Date.now()): Step[] {
  const forgotten = isForgotten({ state, period }, now);
  if (state === 'out') return ['in'];
  const steps: Step[] = state === 'break' ? ['back', 'out'] : ['break', 'out'];
  return forgotten ? ['in', 'out'] : steps;
}

export function isForgotten({ state, period }: Pick<Clock, 'state' | 'period'>, now = Date.now()): boolean {
  return state !== 'out' && period !== null && now - Date.parse(period.inAt) >= FORGOTTEN_MS;
}

/** `7 h 40 min`, `40 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** The periods of each business day, newest first. */
export function byDay(periods: readonly Period[]): [day: string, periods: Period[]][] {
  const days = new Map<string, Period[]>();
  for (const period of periods) days.set(period.day, [...(days.get(period.day) ?? []), period]);
  return [...days];
}

export const periodsUrl = (from: string, to: string, userId?: number) =>
  at(PERIODS, { from, to, ...(userId && { userId }) });

export const paidOf = (periods: readonly Period[]): number =>
  periods.reduce((sum, { paidMinutes }) => sum + paidMinutes, 0);
