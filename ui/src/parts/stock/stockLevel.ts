/** Stock levels of the selling screens (product.md §4, Quick Service); the inventory has another threshold. */

import { isOut, type Stocked } from './limit';

/** As many portions or fewer are low. */
const LOW_UP_TO = 10;

export type StockLevel = 'out' | 'check' | 'low' | 'ok';

export function stockLevelOf(product: Stocked): StockLevel {
  const { portions } = product;
  if (isOut(product)) return 'out';
  if (portions === null) return 'ok';
  if (portions <= 0) return 'check';
  return portions <= LOW_UP_TO ? 'low' : 'ok';
}

export const STOCK_LEVEL_LABEL: Record<StockLevel, string> = {
  out: 'Out of Stock',
  check: 'Check stock',
  low: 'Low Stock',
  ok: 'In Stock',
};
