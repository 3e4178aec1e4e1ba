/** The selection of Add Items: quantities by product, limited by stock. */
import { figuresOf, priceOf } from '../../../api/prices';
import type { CreditBatchBody, Product, SaleBody, Tab } from '../../../api/types';
import type { Dual } from '../../../lib/money/money';
import { limitOf, type Picked } from '../../../parts/stock/limit';

/** Quantities by product, in the order in which they were picked. */
export type Picks = ReadonlyMap<number, number>;

/** The stored form, which survives a reload. */
export type PickList = [productId: number, quantity: number][];

/** What is kept of a dialog that chooses products. */
export interface PickDraft {
  picked: PickList;
}

export const NOTHING: PickDraft = { picked: [] };

export function readPicks(kept: unknown): PickList | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((pick) => Array.isArray(pick) && pick.length === 2 && pick.every(Number.isSafeInteger));
}

/** Ids of products that are sold beyond their stock. */
const forced = new Set<number>();

export function changed(picks: Picks, product: Picked, by: number): Picks {
  const next = new Map(picks);
  if (product.anyway) forced.add(product.id);
  else if (!picks.has(product.id)) forced.delete(product.id);
  const most = forced.has(product.id) ? Number.POSITIVE_INFINITY : limitOf(product);
  const quantity = Math.min((picks.get(product.id) ?? 0) + by, most);
  if (quantity > 0) next.set(product.id, quantity);
  else {
    next.delete(product.id);
    forced.delete(product.id);
  }
  return next;
}

export function without(picks: Picks, productId: number, quantity: number): Picks {
  const next = new Map(picks);
  const left = (picks.get(productId) ?? 0) - quantity;
  if (left > 0) next.set(productId, left);
  else next.delete(productId);
  return next;
}

export function countOf(picks: Picks): number {
  return [...picks.values()].reduce((sum, quantity) => sum + quantity, 0);
}

export function totalOf(picks: Picks, products: readonly Product[]): Dual {
  let [usd, lrd] = [0, 0];
  for (const product of products) {
    const price = priceOf(product);
    const quantity = picks.get(product.id) ?? 0;
    usd += price.usd * quantity;
    lrd += price.lrd * quantity;
  }
  return { usd, lrd };
}

/** What a request says that gives something beyond the stock. */
export const beyond = (productIds: readonly number[]): { oversell?: true } =>
  productIds.some((id) => forced.has(id)) ? { oversell: true } : {};

/** Includes the price that was shown, so that the server can refuse an outdated one. */
export function requestOf(
  customer: Pick<Tab, 'customerName' | 'customerPhone'>,
  product: Product,
  quantity: number,
): SaleBody {
  const { unitPrice, totalAmount, currency } = figuresOf(
    priceOf(product),
    product.currency,
    quantity,
    undefined,
  );
  return {
    customerName: customer.customerName,
    customerPhone: customer.customerPhone,
    productId: product.id,
    quantity,
    notes: null,
    unitPrice,
    totalAmount,
    currency,
  };
}

/** The selection of a request that was sent before. */
export const picksOf = ({ items }: CreditBatchBody): PickList =>
  items.map(({ productId, quantity }) => [productId, quantity]);
