/** Stock levels of the selling screens (product.md §4, Quick Service); the inventory has another threshold. */

import { isOut, type Stocked } from './limit';

/** Stock up to this count is low. */
const LOW_UP_TO = 10;

export type StockLevel = 'out' | 'check' | 'low' | 'ok';

export function stockLevelOf(product: Stocked): StockLevel {
  const { stock } = product;
  if (isOut(product)) return 'out';
  if (stock === null) return 'ok';
  if (stock <= 0) return 'check';
  return stock <= LOW_UP_TO ? 'low' : 'ok';
}

export const STOCK_LEVEL_LABEL: Record<StockLevel, string> = {
  out: 'Out of Stock',
  check: 'Check stock',
  low: 'Low Stock',
  ok: 'In Stock',
};
