/** The cart in local storage, one per user, so that a reload or a new sign-in loses nothing. */

import { prepareKey } from '../../api/http/useOnce';
import type { BatchBody } from '../../api/types';
import { readJson, userKey, write, writeJson } from '../../lib/state/storage';
import { isLine } from '../lines/lines';
import { type Cart, EMPTY_CART } from './cart';

export const cartKey = (username: string) => userKey('cart', username);
/** Where the key of the next sale is kept (useWrite). */
export const saleKey = (username: string) => userKey('cart-key', username);

/** Where the amounts and methods of a payment that is being typed are kept, over a reload. */
export const typedKey = (username: string) => userKey('cash-typed', username);
export const rowsKey = (username: string) => userKey('cash-rows', username);

export function loadCart(username: string): Cart {
  const kept = readJson(cartKey(username)) as Partial<Cart> | null;
  if (typeof kept !== 'object' || kept === null || !Array.isArray(kept.lines)) return EMPTY_CART;
  return {
    lines: kept.lines.filter(isLine),
    paymentMethod: textOf(kept.paymentMethod) || 'cash',
    cash: textOf(kept.cash) || null,
    reference: textOf(kept.reference),
    attempts: Array.isArray(kept.attempts) ? kept.attempts.filter(isRequest) : [],
    changes: [],
  };
}

export function saveCart(username: string, cart: Cart): void {
  const { lines, paymentMethod, cash, reference, attempts } = cart;
  if (cart === EMPTY_CART) write(cartKey(username), null);
  else writeJson(cartKey(username), { lines, paymentMethod, cash, reference, attempts });
  // The same cart in another tab is the same sale.
  if (lines.length > 0) prepareKey(saleKey(username));
}

const textOf = (kept: unknown) => (typeof kept === 'string' ? kept : '');

function isRequest(request: BatchBody | null): request is BatchBody {
  return Array.isArray(request?.sales);
}
