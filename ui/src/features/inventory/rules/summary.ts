/** Computes the inventory summary: counts, stock value and categories. */
import { CATEGORIES } from '../../../api/categories';
import type { Category, Product } from '../../../api/types';
import { type Cents, fromServer } from '../../../lib/money/money';
import { ingredientIds } from './ingredients';
import { stockStatus, watched } from './stock';

export interface Summary {
  products: number;
  low: number;
  out: number;
  /** Below zero, or counted again and not counted since. */
  needsCount: number;
  /** What other products are mixed from, and what is not sold by itself. */
  ingredients: number;
  /** Sum of portions × effective price, separately in each currency. */
  valueUSD: Cents;
  valueLRD: Cents;
  /** Only categories that have products. */
  categories: { category: Category; count: number }[];
}

export function summarize(products: readonly Product[]): Summary {
  const counts = new Map<Category, number>();
  const summary: Summary = {
    products: products.length,
    low: 0,
    out: 0,
    needsCount: 0,
    ingredients: ingredientIds(products).size,
    valueUSD: 0,
    valueLRD: 0,
    categories: [],
  };
  for (const product of products) {
    const status = stockStatus(watched(product));
    if (status === 'low') summary.low += 1;
    if (status === 'out') summary.out += 1;
    if (product.needsCount) summary.needsCount += 1;
    const portions = watched(product) ?? 0;
    summary.valueUSD += portions * fromServer(product.effectivePriceUSD);
    summary.valueLRD += portions * fromServer(product.effectivePriceLRD);
    counts.set(product.category, (counts.get(product.category) ?? 0) + 1);
  }
  summary.categories = CATEGORIES.flatMap(({ value: category }) => {
    const count = counts.get(category) ?? 0;
    return count > 0 ? [{ category, count }] : [];
  });
  return summary;
}
