/** Stock levels and their labels. */
import { expect, it } from 'vitest';
import { STOCK_LEVEL_LABEL, stockLevelOf } from './stockLevel';

it('labels the stock as out, low or in stock', () => {
  expect([-1, 0, 1, 10, 11].map((stock) => STOCK_LEVEL_LABEL[stockLevelOf(stock)])).toEqual([
    'Out of Stock',
    'Out of Stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
});
