/** Which pieces go to which bill, and what the bills come to. */
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../api/types';
import { order } from '../../../test/orders';
import {
  addBill,
  apportion,
  billCount,
  billsOf,
  billsToSend,
  blockedBy,
  fitPieces,
  moveAll,
  moveOne,
  startPieces,
  takeBack,
  totalsOf,
} from './pieces';

/** Order 12: 5 Club Beer $10.00 / L$1,900, 1 Rice L$950 / $5.00. */
const [beer, rice] = order(12).items as [Order['items'][number], Order['items'][number]];
const ITEMS = [
  { ...beer, id: 31, quantity: 5, grossUSD: '10.00', grossLRD: '1900.00' },
  { ...rice, id: 32, quantity: 1, grossUSD: '5.00', grossLRD: '950.00' },
];
const start = () => startPieces(ITEMS);

describe('a tap', () => {
  it('moves one piece from bill 1 to the chosen bill', () => {
    const pieces = moveOne(moveOne(start(), 31, 1), 31, 1);
    expect(billsOf(pieces, 31)).toEqual([0, 0, 0, 1, 1]);
  });

  it('takes from the last other bill once bill 1 has none', () => {
    const pieces = moveOne(moveAll(addBill(start()), 32, 1), 32, 2);
    expect(billsOf(pieces, 32)).toEqual([2]);
    expect(moveOne(pieces, 32, 2)).toBe(pieces);
    expect(billsOf(moveOne(pieces, 32, 0), 32)).toEqual([0]);
  });

  it('on One less takes one back to bill 1', () => {
    const pieces = moveAll(start(), 31, 1);
    expect(billsOf(takeBack(pieces, 31, 1), 31)).toEqual([0, 1, 1, 1, 1]);
    expect(takeBack(pieces, 31, 0)).toBe(pieces);
    expect(takeBack(start(), 31, 1)).toEqual(start());
  });
});

describe('the split', () => {
  it('waits for items on bill 2, and leaves something on bill 1', () => {
    expect(blockedBy(start())).toEqual({ emptyBill: 1 });
    expect(blockedBy(moveAll(moveAll(start(), 31, 1), 32, 1))).toEqual({ emptyBill: 0 });
    expect(blockedBy(moveOne(start(), 31, 1))).toBeNull();
  });

  it('leaves out bills without items', () => {
    const pieces = moveOne(moveOne(addBill(addBill(start())), 31, 1), 31, 3);
    expect(billCount(pieces)).toBe(3);
    expect(billsToSend(pieces, ITEMS)).toEqual([
      { items: [{ itemId: 31, quantity: 1, of: 5 }] },
      { items: [{ itemId: 31, quantity: 1, of: 5 }] },
    ]);
  });

  it('has at most 20 bills', () => {
    const full = Array.from({ length: 30 }).reduce<ReturnType<typeof start>>(addBill, start());
    expect(full.bills).toBe(20);
  });
});

describe('totals', () => {
  it('sum to the order, with its service charge', () => {
    const service = [{ ...beer, id: 90, grossUSD: '1.50', grossLRD: '285.00' }] as Order['serviceLines'];
    const pieces = moveOne(moveOne(start(), 31, 1), 31, 1);
    expect(totalsOf(pieces, { items: ITEMS, serviceLines: [] })).toEqual([
      { usd: 1100, lrd: 209000 },
      { usd: 400, lrd: 76000 },
    ]);
    expect(totalsOf(pieces, { items: ITEMS, serviceLines: service })).toEqual([
      { usd: 1210, lrd: 229900 },
      { usd: 440, lrd: 83600 },
    ]);
  });

  it('are divided by largest remainder', () => {
    expect(apportion(104, [2, 3])).toEqual([42, 62]);
    expect(apportion(19673, [2, 3])).toEqual([7869, 11804]);
    expect(apportion(5, [0, 0])).toEqual([0, 0]);
  });
});

describe('after another phone has changed the order', () => {
  const chosen = moveOne(moveOne(start(), 31, 1), 31, 1);

  it('choices that still fit stay, and what is new is on bill 1', () => {
    const more = [{ ...ITEMS[0], quantity: 6 }, ITEMS[1], { ...beer, id: 40, quantity: 2 }] as Order['items'];
    const pieces = fitPieces(chosen, more);
    expect(billsOf(pieces, 31)).toEqual([0, 0, 0, 0, 1, 1]);
    expect(billsOf(pieces, 40)).toEqual([0, 0]);
  });

  it('pieces that are gone were on bill 1 first', () => {
    const of = (quantity: number) =>
      billsOf(fitPieces(chosen, [{ ...ITEMS[0], quantity }] as Order['items']), 31);
    expect(of(3)).toEqual([0, 1, 1]);
    expect(of(1)).toEqual([1]);
    expect(fitPieces(chosen, [ITEMS[1]] as Order['items']).on[31]).toBeUndefined();
  });
});
