/** Hints of a product: its group, the only currency it is priced in, and an outdated rate. */
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Product } from '../../../api/types';
import { parseRate } from '../../../lib/money/money';

/** A rate that moved further than this since the prices were set is worth a hint. */
const DRIFT_PERCENT = 5;

/** Its section, or its category where it has none. */
export const groupOf = ({ section, category }: Pick<Product, 'section' | 'category'>): string =>
  section?.trim() || CATEGORY_LABEL[category];

/** The only currency with a set price; null when both have one. */
export function onlyCurrency(product: Pick<Product, 'priceUSD' | 'priceLRD'>): 'USD' | 'LRD' | null {
  if (product.priceUSD !== null && product.priceLRD === null) return 'USD';
  if (product.priceLRD !== null && product.priceUSD === null) return 'LRD';
  return null;
}

/** Whether the rate has moved by more than 5% since the prices were set. */
export function hasDrifted(then: number | null, now: number | undefined): boolean {
  const [before, after] = [parseRate(then), parseRate(now)];
  if (before === null || after === null) return false;
  const moved = after > before ? after - before : before - after;
  return moved * 100n > before * BigInt(DRIFT_PERCENT);
}
