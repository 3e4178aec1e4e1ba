/** Stock levels of the selling screens (product.md §4, Quick Service); the inventory has another threshold. */

/** Stock up to this count is low. */
const LOW_UP_TO = 10;

export type StockLevel = 'out' | 'low' | 'ok';

export function stockLevelOf(stock: number): StockLevel {
  if (stock <= 0) return 'out';
  return stock <= LOW_UP_TO ? 'low' : 'ok';
}

export const STOCK_LEVEL_LABEL: Record<StockLevel, string> = {
  out: 'Out of Stock',
  low: 'Low Stock',
  ok: 'In Stock',
};
