/** The best sellers, fixed while a screen is open: tiles that change places during the night are tapped wrongly. */
import { useMemo, useRef } from 'react';
import { useGet } from '../../api/http/query';
import type { BestSellers, Product } from '../../api/types';
import { type Ranking, rank } from './ranking';

export const BEST_SELLERS = '/api/products/best-sellers';
const NONE: BestSellers = { salesCount: 0, products: [] };

/** Undefined while products or best sellers are being loaded. Without best sellers products are ranked by name. */
export function useRanking(products: readonly Product[] | undefined): Ranking | undefined {
  // Read once for each visit: every sale would change them, and the box would add up a month for every phone.
  const { data, isPending } = useGet(BEST_SELLERS, { meta: { readOnce: true }, retryOnMount: false });
  const first = useRef<BestSellers | undefined>(undefined);
  first.current ??= data;
  const best = first.current ?? (isPending ? undefined : NONE);
  const ids = useMemo(() => products?.map(({ id }) => id).join(), [products]);
  // By the ids, not by the products: a tile whose product sells out stays where it is.
  return useMemo(() => (products && best ? rank(products, best) : undefined), [ids, best]);
}
