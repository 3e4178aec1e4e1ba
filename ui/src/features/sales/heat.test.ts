/** The bands, hours and labels of the heat map. */
import { expect, it } from 'vitest';
import { busiestOf, heatOf, isLabelled, longHour, shortHour, tableOf, weekday } from './heat';

/** A day that begins at 5 AM, with what was sold in each of these hours. */
const day = (date: string, sold: Record<number, string>) => ({
  date,
  hours: [],
  hoursAll: Array.from({ length: 24 }, (_, place) => sold[(5 + place) % 24] ?? '0.00'),
});

it('puts an hour into a band by its share of the maximum', () => {
  const bands = [0, 1, 24, 25, 49, 50, 74, 75, 100].map((value) => heatOf(value, 100));
  expect(bands).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(heatOf(0, 0)).toBe(0);
  // A quarter of an odd maximum is not rounded.
  expect([heatOf(25, 101), heatOf(26, 101)]).toEqual([1, 2]);
});

it('has thirteen hours, from nine to nine, when nothing was sold in others', () => {
  const { hours, rows } = tableOf([day('2026-11-21', { 12: '3.00' })], 5);
  expect(hours.map(shortHour).join(' ')).toBe('9a 10a 11a 12p 1p 2p 3p 4p 5p 6p 7p 8p 9p');
  expect(rows[0]?.values).toEqual([0, 0, 0, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect([longHour(9), longHour(12), longHour(21), longHour(0)]).toEqual(['9 AM', '12 PM', '9 PM', '12 AM']);
});

it('adds every hour in which anything was sold, in the order of the night', () => {
  const days = [day('2026-11-20', { 23: '1.00' }), day('2026-11-21', { 1: '5.00', 6: '2.00', 20: '4.00' })];
  const table = tableOf(days, 5);
  expect(table.hours.map(shortHour).join(' ')).toBe('6a 9a 10a 11a 12p 1p 2p 3p 4p 5p 6p 7p 8p 9p 11p 1a');
  const sums = table.rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  expect(sums).toEqual([100, 1_100]);
  // One in the night counts, too.
  expect(busiestOf(table)).toEqual({ date: '2026-11-21', hour: 1, value: 500 });
  const labels = table.hours.filter((_, index) => isLabelled(table.hours, index));
  expect(labels).toEqual([6, 9, 12, 15, 18, 21, 23, 1]);
});

it('finds the busiest hour', () => {
  const days = [
    day('2026-11-20', { 10: '12.50', 11: '3.00' }),
    day('2026-11-21', { 9: '1.00', 10: '12.50' }),
  ];
  expect(busiestOf(tableOf(days, 5))).toEqual({ date: '2026-11-20', hour: 10, value: 1_250 });
  expect(busiestOf(tableOf([day('2026-11-20', {})], 5))).toBeNull();
});

it('finds the weekday of a date in any time zone', () => {
  expect([weekday('2026-11-21', 'short'), weekday('2026-11-21', 'long')]).toEqual(['Sat', 'Saturday']);
});
