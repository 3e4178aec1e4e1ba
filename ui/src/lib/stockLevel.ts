/** How much of a thing there is, where it is sold (product.md §4, Quick Service; inventory counts otherwise). */

/** Up to here there is little of it. */
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
