/** Stock levels, their labels, and how many can be sold. */
import { expect, it } from 'vitest';
import { isOut, limitOf, mostOf } from './limit';
import { STOCK_LEVEL_LABEL, stockLevelOf } from './stockLevel';

const labels = (levels: readonly (number | null)[], floor: boolean) =>
  levels.map((stock) => STOCK_LEVEL_LABEL[stockLevelOf({ stock, floor, soldOut: false })]);

it('labels the stock as out, low or in stock', () => {
  expect(labels([-1, 0, 1, 10, 11], true)).toEqual([
    'Out of Stock',
    'Out of Stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
});

it('offers what may go below zero, and what is not counted', () => {
  expect(labels([-1, 0, 1, 11], false)).toEqual(['Check stock', 'Check stock', 'Low Stock', 'In Stock']);
  expect(labels([null], false)).toEqual(['In Stock']);
});

it('offers nothing that is sold out tonight, also not anyway', () => {
  for (const stock of [12, null]) {
    const product = { stock, floor: false, soldOut: true };
    expect([stockLevelOf(product), limitOf(product), limitOf(product, true)]).toEqual(['out', 0, 0]);
  }
});

it('limits only what stops at zero', () => {
  const soldOut = false;
  expect([-1, 0, 3].map((stock) => limitOf({ stock, floor: true, soldOut }))).toEqual([0, 0, 3]);
  expect(limitOf({ stock: -1, floor: false, soldOut })).toBe(Number.POSITIVE_INFINITY);
  expect(mostOf({ stock: null, floor: false, soldOut })).toBeUndefined();
  expect([isOut({ stock: 0, floor: true, soldOut }), isOut({ stock: null, floor: false, soldOut })]).toEqual([
    true,
    false,
  ]);
});
