/** The rows of equal shares. */
import { expect, it } from 'vitest';
import type { Payment, Shares } from '../../../api/types';
import { lateText, rowsOf } from './shares';

const SHARES: Shares = {
  of: 4,
  paid: 1,
  left: 3,
  remainingUSD: '11.24',
  remainingLRD: '2135.00',
  next: { part: 2, options: [{ payIn: 'LRD', amountUSD: '0.00', amountLRD: '715.00' }] },
  amountsLRD: ['715.00', '710.00', '710.00'],
};

it('are paid parts with their payment, then the amounts that are left', () => {
  const payment = { id: 7, share: { part: 1, of: 4 } } as Payment;
  expect(rowsOf(SHARES, [payment])).toEqual([
    { part: 1, paid: true, amount: null, payment },
    { part: 2, paid: false, amount: 71500, payment: null },
    { part: 3, paid: false, amount: 71000, payment: null },
    { part: 4, paid: false, amount: 71000, payment: null },
  ]);
});

it('have no amount where nothing remains for them', () => {
  expect(rowsOf({ ...SHARES, amountsLRD: ['5.00'] }, []).map(({ amount }) => amount)).toEqual([
    null,
    500,
    null,
    null,
  ]);
});

it('say which part is next', () => {
  expect(lateText(1)).toBe('Part 1 is paid. Part 2 is next.');
});
