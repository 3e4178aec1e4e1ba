/** Filters of the receipts list. */
import { expect, it } from 'vitest';
import { countOf, daysBefore, mistakesOf, NO_FILTERS, queryOf } from './filters';

it('sends what is set', () => {
  expect(queryOf(NO_FILTERS, ' ')).toEqual({});
  expect(queryOf({ ...NO_FILTERS, amount: ' 4.00 ', voided: 'true' }, 'musu')).toEqual({
    amount: '4.00',
    voided: 'true',
    q: 'musu',
  });
});

it('counts a range of days once', () => {
  expect(countOf({ ...NO_FILTERS, from: '2026-11-19', to: '2026-11-21', method: 'card' })).toBe(2);
  expect(countOf(NO_FILTERS)).toBe(0);
});

it('knows amounts and ranges that cannot be sent', () => {
  for (const amount of ['4', '$4.00', 'L$1,020', 'us$ 3'])
    expect(mistakesOf({ ...NO_FILTERS, amount })).toEqual({});
  for (const amount of ['four', '4.005', '-4'])
    expect(mistakesOf({ ...NO_FILTERS, amount })).toEqual({ amount: true });
  expect(mistakesOf({ ...NO_FILTERS, from: '2026-11-21', to: '2026-11-20' })).toEqual({ to: true });
});

it('counts days back over a month', () => {
  expect(daysBefore('2026-12-01', 2)).toBe('2026-11-29');
});
