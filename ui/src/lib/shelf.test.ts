/** How much of a thing there is, in words. */
import { expect, it } from 'vitest';
import { SHELF_LABEL, shelfOf } from './shelf';

it('says how much there is', () => {
  expect([-1, 0, 1, 10, 11].map((stock) => SHELF_LABEL[shelfOf(stock)])).toEqual([
    'Out of Stock',
    'Out of Stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
});
