/** The cart and its reducer: lines, payment, and sales that were sent without an answer. */
import { figuresOf } from '../../api/prices';
import type { BatchBody, FreshPrice, Product } from '../../api/types';
import {
  addOne,
  follow,
  type Line,
  type LineChange,
  type NewPrice,
  reasonOf,
  reprice,
  takeOne,
  withPrice,
  withQuantity,
} from '../lines/lines';

export interface Cart {
  lines: readonly Line[];
  /** A built-in method of product.md, or one that the bar has added. */
  paymentMethod: string;
  /** The cash that was received, as `cash.ts` names it; null while none was chosen. */
  cash: string | null;
  /** Reference of a mobile or bank payment. */
  reference: string;
  /** Sales that were sent without an answer: one of them may be stored. They share one idempotency key. */
  attempts: BatchBody[];
  /** Changes by the last sync or refusal. */
  changes: LineChange[];
}

export const EMPTY_CART: Cart = {
  lines: [],
  paymentMethod: 'cash',
  cash: null,
  reference: '',
  attempts: [],
  changes: [],
};

export type CartAction =
  /** Adds one of a product, up to its stock. */
  | { type: 'add'; product: Product }
  | { type: 'less' | 'remove'; productId: number }
  /** Changes the price; null restores the list price. */
  | { type: 'price'; productId: number; price: NewPrice | null; rate: number }
  | { type: 'clear' }
  | { type: 'pay'; method: string }
  | { type: 'cash'; choice: string }
  | { type: 'reference'; text: string }
  /** A request is being sent; kept until the server has answered. */
  | { type: 'sent'; request: BatchBody }
  /** The server has refused: nothing was stored. */
  | { type: 'refused' }
  /** The server has stored this request. */
  | { type: 'sold'; request: BatchBody }
  /** The current products and rate. */
  | { type: 'sync'; products: readonly Product[]; rate?: number }
  /** The prices that came with a refusal. */
  | { type: 'reprice'; fresh: readonly FreshPrice[] };

/** Returns the same object when the action changes nothing. */
export function reduce(cart: Cart, action: CartAction): Cart {
  const { lines } = cart;
  switch (action.type) {
    case 'add':
      return changed(cart, addOne(lines, action.product));
    case 'less':
      return has(cart, action.productId) ? changed(cart, takeOne(lines, action.productId)) : cart;
    case 'remove':
      return has(cart, action.productId) ? changed(cart, withQuantity(lines, action.productId, 0)) : cart;
    case 'price':
      return changed(cart, withPrice(lines, action.productId, action.price, action.rate));
    case 'clear':
      return { ...EMPTY_CART, attempts: cart.attempts };
    case 'pay':
      return { ...cart, paymentMethod: action.method, reference: '' };
    case 'cash':
      return { ...cart, cash: action.choice };
    case 'reference':
      return { ...cart, reference: action.text };
    case 'sent':
      return { ...cart, attempts: [...cart.attempts, action.request], changes: [] };
    case 'refused':
      return cart.attempts.length === 0 ? cart : { ...cart, attempts: [] };
    case 'sold':
      return sold(cart, action.request);
    case 'sync':
      // Not while a sale is unanswered: the stock may have fallen because of it.
      return cart.attempts.length > 0 ? cart : followed(cart, follow(lines, action.products, action.rate));
    case 'reprice':
      return followed(cart, reprice(lines, action.fresh));
  }
}

function changed(cart: Cart, lines: readonly Line[]): Cart {
  return lines === cart.lines ? cart : { ...cart, lines, changes: [] };
}

function followed(cart: Cart, { lines, changes }: ReturnType<typeof follow>): Cart {
  return lines === cart.lines ? cart : { ...cart, lines, changes };
}

function has({ lines }: Cart, productId: number): boolean {
  return lines.some((line) => line.productId === productId);
}

/** Removes what was sold; products added while the sale was being sent stay. */
function sold(cart: Cart, request: BatchBody): Cart {
  const taken = new Map(request.sales.map((line) => [line.productId, line.quantity]));
  const lines = cart.lines
    .map(({ was, ...line }) => ({ ...line, quantity: line.quantity - (taken.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0);
  return lines.length === 0
    ? EMPTY_CART
    : { ...cart, lines, cash: null, reference: '', attempts: [], changes: [] };
}

/** Includes every figure that was shown, so that the server can refuse outdated ones. */
export function requestOf(
  cart: Cart,
  rate: number | undefined,
  paymentMethod = cart.paymentMethod,
  paid: Pick<BatchBody, 'tenders' | 'changeIn'> = {},
): BatchBody {
  const sales = cart.lines.map((line) => ({
    productId: line.productId,
    ...figuresOf(line.price, line.currency, line.quantity, rate),
    ...reasonOf(line),
    paymentMethod,
  }));
  return { sales, paymentMethod, ...paid };
}
