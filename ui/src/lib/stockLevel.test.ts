/** How much of a thing there is, in words. */
import { expect, it } from 'vitest';
import { STOCK_LEVEL_LABEL, stockLevelOf } from './stockLevel';

it('says how much there is', () => {
  expect([-1, 0, 1, 10, 11].map((stock) => STOCK_LEVEL_LABEL[stockLevelOf(stock)])).toEqual([
    'Out of Stock',
    'Out of Stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
});
