/** What is picked for a tab: how many of which product, never more than there are. */
import type { Product } from '../../api/types';
import { type Currency, fromServer, toDecimal } from '../../lib/money';
import type { Dual } from '../../lib/tender';

/** Quantities by product, in the order in which they were picked. */
export type Picks = ReadonlyMap<number, number>;

/** As they are kept over a reload. */
export type PickList = [productId: number, quantity: number][];

export function readPicks(kept: unknown): PickList | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((pick) => Array.isArray(pick) && pick.length === 2 && pick.every(Number.isSafeInteger));
}

export interface ItemRequest {
  customerName: string;
  customerPhone: string | null;
  productId: number;
  quantity: number;
  notes: string | null;
  unitPrice: string;
  totalAmount: string;
  currency: Currency;
}

/** Above this the badge is green. */
const LOW_UP_TO = 10;

export function changed(picks: Picks, product: Product, by: number): Picks {
  const next = new Map(picks);
  const quantity = Math.min((picks.get(product.id) ?? 0) + by, product.stock);
  if (quantity > 0) next.set(product.id, quantity);
  else next.delete(product.id);
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
  for (const { id, effectivePriceUSD, effectivePriceLRD } of products) {
    const quantity = picks.get(id) ?? 0;
    usd += fromServer(effectivePriceUSD) * quantity;
    lrd += fromServer(effectivePriceLRD) * quantity;
  }
  return { usd, lrd };
}

/** With the price that the person was shown, so that the box can refuse what is no longer so. */
export function requestOf(
  customer: Pick<ItemRequest, 'customerName' | 'customerPhone'>,
  product: Product,
  quantity: number,
): ItemRequest {
  const own = fromServer(product.currency === 'USD' ? product.effectivePriceUSD : product.effectivePriceLRD);
  return {
    customerName: customer.customerName,
    customerPhone: customer.customerPhone,
    productId: product.id,
    quantity,
    notes: null,
    unitPrice: toDecimal(own),
    totalAmount: toDecimal(own * quantity),
    currency: product.currency,
  };
}

export type Shelf = 'out' | 'low' | 'ok';

export function shelfOf(stock: number): Shelf {
  if (stock <= 0) return 'out';
  return stock <= LOW_UP_TO ? 'low' : 'ok';
}
