/** The rows of equal shares. */
import { expect, it } from 'vitest';
import type { Payment, Shares } from '../../../api/types';
import { peopleOf, rowsOf } from './shares';

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

const paymentOf = (id: number, part: number, more: Partial<Payment> = {}) =>
  ({ id, refunds: null, share: { part, of: 4 }, ...more }) as Payment;
/** Part 1 was given back, parts 2 and 3 are paid. */
const GAP: Shares = {
  ...SHARES,
  paid: 2,
  left: 2,
  next: { ...SHARES.next, part: 1 },
  amountsLRD: ['715.00', '710.00'],
};

it('can have a gap where a part was given back', () => {
  const [first, second, third] = [paymentOf(7, 1), paymentOf(8, 2), paymentOf(9, 3)];
  const back = paymentOf(10, 1, { refunds: 7 });
  expect(rowsOf(GAP, [first, second, third, back] as Payment[])).toEqual([
    { part: 1, paid: false, amount: 71500, payment: null },
    { part: 2, paid: true, amount: null, payment: second },
    { part: 3, paid: true, amount: null, payment: third },
    { part: 4, paid: false, amount: 71000, payment: null },
  ]);
});

it('are paid up to the next one until the payments are loaded', () => {
  expect(rowsOf(SHARES, undefined).map(({ paid }) => paid)).toEqual([true, false, false, false]);
  // Of an earlier plan, which was ended.
  const before = { ...SHARES, paid: 0, next: { ...SHARES.next, part: 1 } };
  expect(rowsOf(before, [paymentOf(7, 1)]).map(({ paid }) => paid)).toEqual([false, false, false, false]);
});

it('is for as many people as sit at the table, where that is known and the bill is whole', () => {
  expect(peopleOf({ guests: 5, splitCount: null })).toBe(5);
  expect(peopleOf({ guests: null, splitCount: null })).toBe(2);
  expect(peopleOf({ guests: 1, splitCount: null })).toBe(2);
  expect(peopleOf({ guests: 120, splitCount: 1 })).toBe(20);
  expect(peopleOf({ guests: 8, splitCount: 3 })).toBe(2);
});
