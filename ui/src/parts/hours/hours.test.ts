/** The rules of working hours. */
import { expect, it } from 'vitest';
import type { Clock, Period } from '../../api/types';
import { byDay, formatMinutes, isForgotten, paidOf, stepsOf } from './hours';

const IN_AT = '2026-11-21T18:02:10.000Z';
const PERIOD = { inAt: IN_AT, day: '2026-11-21', paidMinutes: 460 } as Period;
const after = (hours: number) => Date.parse(IN_AT) + hours * 3_600_000;
const clock = (state: Clock['state']): Clock => ({ state, period: state === 'out' ? null : PERIOD });

it('offers the next steps', () => {
  expect(stepsOf(clock('out'))).toEqual(['in']);
  expect(stepsOf(clock('in'), after(5))).toEqual(['break', 'out']);
  expect(stepsOf(clock('break'), after(5))).toEqual(['back', 'out']);
});

it('lets who forgot to clock out clock in anew after 16 hours', () => {
  expect(isForgotten(clock('in'), after(15.99))).toBe(false);
  expect(isForgotten(clock('in'), after(16))).toBe(true);
  expect(isForgotten(clock('out'), after(16))).toBe(false);
  expect(stepsOf(clock('break'), after(16))).toEqual(['in', 'out']);
});

it('writes lengths in hours and minutes', () => {
  expect([0, 59, 60, 460, 1441].map(formatMinutes)).toEqual([
    '0 min',
    '59 min',
    '1 h 0 min',
    '7 h 40 min',
    '24 h 1 min',
  ]);
});

it('groups periods by business day and adds up what is paid', () => {
  const other = { ...PERIOD, day: '2026-11-20', paidMinutes: 40 };
  expect(byDay([PERIOD, PERIOD, other]).map(([day, periods]) => [day, periods.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-20', 1],
  ]);
  expect(paidOf([PERIOD, other])).toBe(500);
});
