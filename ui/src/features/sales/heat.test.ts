/** The bands, hours and labels of the heat map. */
import { expect, it } from 'vitest';
import { busiestOf, HOURS, heatOf, longHour, rowsOf, shortHour, weekday } from './heat';

it('puts an hour into a band by its share of the maximum', () => {
  const bands = [0, 1, 24, 25, 49, 50, 74, 75, 100].map((value) => heatOf(value, 100));
  expect(bands).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(heatOf(0, 0)).toBe(0);
  // A quarter of an odd maximum is not rounded.
  expect([heatOf(25, 101), heatOf(26, 101)]).toEqual([1, 2]);
});

it('has thirteen hours, from nine to nine', () => {
  expect(HOURS.map(shortHour).join(' ')).toBe('9a 10a 11a 12p 1p 2p 3p 4p 5p 6p 7p 8p 9p');
  expect([longHour(9), longHour(12), longHour(21)]).toEqual(['9 AM', '12 PM', '9 PM']);
});

it('finds the busiest hour', () => {
  const rows = rowsOf([
    { date: '2026-11-20', hours: ['0.00', '12.50', '3.00'] },
    { date: '2026-11-21', hours: ['1.00', '12.50', '0.00'] },
  ]);
  expect(busiestOf(rows)).toEqual({ date: '2026-11-20', hour: 10, value: 1_250 });
  expect(busiestOf(rowsOf([{ date: '2026-11-20', hours: ['0.00'] }]))).toBeNull();
});

it('finds the weekday of a date in any time zone', () => {
  expect([weekday('2026-11-21', 'short'), weekday('2026-11-21', 'long')]).toEqual(['Sat', 'Saturday']);
});
