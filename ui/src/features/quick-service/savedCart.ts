/** Saves the cart in local storage, per user, so that it survives a reload or a new sign-in. */

import { prepareKey } from '../../api/http/useOnce';
import type { BatchBody, CreditBatchBody } from '../../api/types';
import { cartKey } from '../../lib/state/busy';
import { draftKey } from '../../lib/state/draft';
import { readJson, userKey, write, writeJson } from '../../lib/state/storage';
import { isLine } from '../../parts/lines/lines';
import { type Cart, EMPTY_CART, type ParkedCart } from './cart';

/** Storage key of the idempotency key of the next sale (useWrite). */
export const saleKey = (username: string) => userKey('cart-key', username);
/** The same for a cart that goes on a tab. */
export const tabKey = (username: string) => userKey('cart-tab-key', username);
/** The draft of the customer who is typed for it. */
export const TAB_CUSTOMER = 'cart-tab-customer';

/** Drafts of the typed amounts and rows of a payment. */
export const typedKey = (username: string) => draftKey('cash', username);
export const rowsKey = (username: string) => draftKey('cash-rows', username);

export function loadCart(username: string): Cart {
  const stored = readJson(cartKey(username)) as Partial<Cart> | null;
  if (!Array.isArray(stored?.lines)) return EMPTY_CART;
  return {
    lines: stored.lines.filter(isLine),
    paymentMethod: textOf(stored.paymentMethod) || 'cash',
    cash: textOf(stored.cash) || null,
    reference: textOf(stored.reference),
    attempts: listOf(stored.attempts, isRequest),
    tabAttempts: listOf(stored.tabAttempts, isTabRequest),
    parked: listOf(stored.parked, isParked),
    changes: [],
  };
}

export function saveCart(username: string, cart: Cart): void {
  const { changes, ...kept } = cart;
  if (cart === EMPTY_CART) write(cartKey(username), null);
  else writeJson(cartKey(username), kept);
  // Tabs of a browser share the cart, so they must share its idempotency key.
  if (cart.lines.length === 0) return;
  prepareKey(saleKey(username));
  prepareKey(tabKey(username));
}

/** What is stored in a form that this version knows. */
const listOf = <T>(stored: readonly T[] | undefined, isKnown: (item: T) => boolean): T[] =>
  Array.isArray(stored) ? stored.filter(isKnown) : [];

const textOf = (stored: unknown) => (typeof stored === 'string' ? stored : '');

function isParked(parked: ParkedCart | null): parked is ParkedCart {
  return parked?.lines?.every?.(isLine) ?? false;
}

function isRequest(request: BatchBody | null): request is BatchBody {
  return Array.isArray(request?.sales);
}

function isTabRequest(request: CreditBatchBody | null): request is CreditBatchBody {
  return Array.isArray(request?.items);
}
