/** The products that bars share: an owner reads their list, a manager knows those that were sold this month. */
import { PRODUCTS, reportUrl } from '../api/calls';
import { useGet } from '../api/query';
import { isOwner } from '../api/session';
import type { ChainProduct, Reports } from '../api/types';

/** The longest list that head office gives. */
const MOST = 500;
const EVERY_MS = 60_000;

export interface SharedProduct {
  chainId: string;
  name: string;
}

export function useChainProducts(): readonly SharedProduct[] {
  const owner = isOwner();
  const all = useGet<ChainProduct[]>(PRODUCTS, { enabled: owner, every: EVERY_MS }).data;
  const sold = useGet<Reports['products']>(reportUrl('products', { period: 'month', limit: MOST }), {
    enabled: !owner,
    every: EVERY_MS,
  }).data;
  if (owner) return (all ?? []).filter(({ archived }) => !archived);
  const names = new Map(
    (sold?.rows ?? []).flatMap(({ chainId, name }) => (chainId ? [[chainId, name ?? ''] as const] : [])),
  );
  return [...names].map(([chainId, name]) => ({ chainId, name }));
}
