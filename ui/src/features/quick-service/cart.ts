/** The cart and its reducer: lines, payment, and sales that were sent without an answer. */
import { figuresOf } from '../../api/prices';
import type { BatchBody, CreditBatchBody, FreshPrice, Product, SaleBody } from '../../api/types';
import {
  addOne,
  follow,
  type Line,
  type LineChange,
  type LineKey,
  type LinesChange,
  type NewPrice,
  oversellOf,
  reasonOf,
  reprice,
  takeOne,
  without,
  withPrice,
  withQuantity,
} from '../../parts/lines/lines';
import type { Picked } from '../../parts/stock/limit';
import { taxStore } from '../../parts/tax/store';

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
  /** The same for a cart that was to go on a tab. */
  tabAttempts: CreditBatchBody[];
  /** Carts that were put aside for other guests. They are part of this one, so that a change moves goods between them at once. */
  parked: readonly ParkedCart[];
  /** Changes by the last sync or refusal. */
  changes: LineChange[];
}

export interface ParkedCart {
  /** Unique and increasing. */
  id: number;
  lines: readonly Line[];
}

export const EMPTY_CART: Cart = {
  lines: [],
  paymentMethod: 'cash',
  cash: null,
  reference: '',
  attempts: [],
  tabAttempts: [],
  parked: [],
  changes: [],
};

export type CartAction =
  /** Adds one of a product, up to its stock. */
  | { type: 'add'; product: Picked }
  /** Changes the lines in another way. */
  | { type: 'change'; next: LinesChange }
  | { type: 'less'; productId: number }
  | { type: 'remove'; line: LineKey }
  /** Changes the price; null restores the list price. */
  | { type: 'price'; line: LineKey; price: NewPrice | null; rate: number }
  | { type: 'clear' }
  /** Puts the lines aside for another guest. */
  | { type: 'park' }
  /** Takes a parked cart back, and parks the present one. */
  | { type: 'unpark'; id: number }
  | { type: 'pay'; method: string }
  | { type: 'cash'; choice: string | null }
  | { type: 'reference'; text: string }
  /** A request is being sent; kept until the server has answered. */
  | { type: 'sent'; request: BatchBody }
  | { type: 'sentToTab'; request: CreditBatchBody }
  /** The server has refused: nothing was stored. */
  | { type: 'refused' }
  /** The server has stored this request. */
  | { type: 'sold'; request: BatchBody }
  | { type: 'onTab'; request: CreditBatchBody }
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
    case 'change':
      return changed(cart, action.next(lines));
    case 'less':
      return has(cart, action.productId) ? changed(cart, takeOne(lines, action.productId)) : cart;
    case 'remove':
      return has(cart, action.line.productId) ? changed(cart, withQuantity(lines, action.line, 0)) : cart;
    case 'price':
      return changed(cart, withPrice(lines, action.line, action.price, action.rate));
    case 'clear':
      return { ...emptied(cart), attempts: cart.attempts, tabAttempts: cart.tabAttempts };
    case 'park':
      return isUnanswered(cart) || lines.length === 0 ? cart : { ...EMPTY_CART, parked: withParked(cart) };
    case 'unpark':
      return unparked(cart, action.id);
    case 'pay':
      return { ...cart, paymentMethod: action.method, reference: '' };
    case 'cash':
      return { ...cart, cash: action.choice };
    case 'reference':
      return { ...cart, reference: action.text };
    case 'sent':
      return { ...cart, attempts: [...cart.attempts, action.request], changes: [] };
    case 'sentToTab':
      return { ...cart, tabAttempts: [...cart.tabAttempts, action.request], changes: [] };
    case 'refused':
      return isUnanswered(cart) ? { ...cart, attempts: [], tabAttempts: [] } : cart;
    case 'sold':
      return taken(cart, action.request.sales);
    case 'onTab':
      return taken(cart, action.request.items);
    case 'sync':
      // Not while a request is unanswered: the stock may have fallen because of it.
      return isUnanswered(cart) ? cart : followed(cart, follow(lines, action.products, action.rate));
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

const emptied = ({ parked }: Cart): Cart => (parked.length === 0 ? EMPTY_CART : { ...EMPTY_CART, parked });

/** The parked carts with the present lines, unless there are none. */
function withParked({ lines, parked }: Cart): readonly ParkedCart[] {
  if (lines.length === 0) return parked;
  return [...parked, { id: (parked.at(-1)?.id ?? 0) + 1, lines }];
}

/** Not while a request is unanswered: its goods are those in the cart. */
function unparked(cart: Cart, id: number): Cart {
  const wanted = cart.parked.find((other) => other.id === id);
  if (!wanted || isUnanswered(cart)) return cart;
  const parked = withParked(cart).filter((other) => other !== wanted);
  return { ...EMPTY_CART, lines: wanted.lines, parked };
}

const isUnanswered = ({ attempts, tabAttempts }: Cart) => attempts.length + tabAttempts.length > 0;

type Sent = Pick<SaleBody, 'productId' | 'quantity' | 'label'>;

/** Removes what was sold or put on a tab; products added while it was being sent stay. */
function taken(cart: Cart, sent: readonly Sent[]): Cart {
  const lines = without(
    cart.lines.map(({ was, ...line }) => line),
    sent,
  );
  return lines.length === 0
    ? emptied(cart)
    : { ...cart, lines, cash: null, reference: '', attempts: [], tabAttempts: [], changes: [] };
}

/** Includes every figure that was shown, so that the server can refuse outdated ones. */
export function requestOf(
  cart: Cart,
  rate: number | undefined,
  paymentMethod = cart.paymentMethod,
  paid: Pick<BatchBody, 'tenders' | 'assumed' | 'changeIn' | 'tipUSD' | 'tipLRD' | 'keepChange'> = {},
): BatchBody {
  const sales = cart.lines.map((line) => ({
    productId: line.productId,
    ...figuresOf(line.price, line.currency, line.quantity, rate),
    ...reasonOf(line),
    ...(line.label && { label: line.label }),
    paymentMethod,
  }));
  return { sales, paymentMethod, ...paid, ...oversellOf(cart.lines), ...taxStore.get()?.claimOf(cart.lines) };
}
