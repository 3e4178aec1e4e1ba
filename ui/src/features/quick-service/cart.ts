/** The cart's rules: what is in it, what it costs, and what the box has changed about it. */
import type { FreshPrice, Product, SalePaymentMethod } from '../../api/types';
import { type Cents, type Currency, fromServer, toDecimal } from '../../lib/money';

export interface UnitPrice {
  usd: Cents;
  lrd: Cents;
}

export interface CartLine {
  productId: number;
  name: string;
  quantity: number;
  /** The currency that the product is priced in. */
  currency: Currency;
  price: UnitPrice;
  /** The price that the person saw last, while the box has changed it since. */
  was?: UnitPrice;
}

/** Something that the box has changed, for telling. */
export interface Change {
  name: string;
  /** How many are left; absent when the price changed. */
  left?: number;
}

export interface Cart {
  lines: CartLine[];
  paymentMethod: SalePaymentMethod;
  /** Sales that were sent without an answer: one of them may be stored. They share one idempotency key. */
  attempts: SaleRequest[];
  /** What the last sync or refusal has changed. */
  changes: Change[];
}

export interface SaleRequest {
  sales: SaleRequestLine[];
  paymentMethod: SalePaymentMethod;
}

export interface SaleRequestLine {
  productId: number;
  quantity: number;
  unitPrice: string;
  totalAmount: string;
  currency: Currency;
  unitPriceUSD: string;
  unitPriceLRD: string;
  totalAmountUSD: string;
  totalAmountLRD: string;
  exchangeRate?: number;
  paymentMethod: SalePaymentMethod;
}

export const EMPTY_CART: Cart = { lines: [], paymentMethod: 'cash', attempts: [], changes: [] };

export type CartAction =
  /** One more of a product, never more than there are. */
  | { type: 'add'; product: Product }
  | { type: 'less' | 'remove'; productId: number }
  | { type: 'clear' }
  | { type: 'pay'; method: SalePaymentMethod }
  /** A request is on its way; kept until the box has answered. */
  | { type: 'sent'; request: SaleRequest }
  /** The box has refused: nothing of what was sent is stored. */
  | { type: 'refused' }
  /** The box has stored this request. */
  | { type: 'sold'; request: SaleRequest }
  /** The products as they are now. */
  | { type: 'sync'; products: readonly Product[] }
  /** The figures that came with a refused price. */
  | { type: 'reprice'; fresh: readonly FreshPrice[] };

/** Gives the same cart back when the action changes nothing. */
export function reduce(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'add':
      return add(cart, action.product);
    case 'less':
      return setQuantity(cart, action.productId, (quantity) => quantity - 1);
    case 'remove':
      return setQuantity(cart, action.productId, () => 0);
    case 'clear':
      return { ...EMPTY_CART, attempts: cart.attempts };
    case 'pay':
      return { ...cart, paymentMethod: action.method };
    case 'sent':
      return { ...cart, attempts: [...cart.attempts, action.request], changes: [] };
    case 'refused':
      return cart.attempts.length === 0 ? cart : { ...cart, attempts: [] };
    case 'sold':
      return sold(cart, action.request);
    case 'sync':
      return sync(cart, action.products);
    case 'reprice':
      return reprice(cart, action.fresh);
  }
}

function add(cart: Cart, product: Product): Cart {
  const line = lineOf(cart, product.id);
  if ((line?.quantity ?? 0) >= product.stock) return cart;
  if (line) return setQuantity(cart, product.id, (quantity) => quantity + 1);
  const fresh: CartLine = {
    productId: product.id,
    name: product.name,
    quantity: 1,
    currency: product.currency,
    price: priceOf(product),
  };
  return { ...cart, lines: [...cart.lines, fresh], changes: [] };
}

function setQuantity(cart: Cart, productId: number, change: (quantity: number) => number): Cart {
  if (!lineOf(cart, productId)) return cart;
  const lines = cart.lines
    .map((line) => (line.productId === productId ? { ...line, quantity: change(line.quantity) } : line))
    .filter((line) => line.quantity > 0);
  return { ...cart, lines, changes: [] };
}

/** What was tapped in while the sale was on its way stays. */
function sold(cart: Cart, request: SaleRequest): Cart {
  const taken = new Map(request.sales.map((line) => [line.productId, line.quantity]));
  const lines = cart.lines
    .map(({ was, ...line }) => ({ ...line, quantity: line.quantity - (taken.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0);
  return lines.length === 0 ? EMPTY_CART : { ...cart, lines, attempts: [], changes: [] };
}

/**
 * Follows prices and stock. Not while an answer is outstanding: if that sale was stored, it is the very reason
 * why the stock has fallen.
 */
function sync(cart: Cart, products: readonly Product[]): Cart {
  if (cart.attempts.length > 0 || cart.lines.length === 0) return cart;
  const byId = new Map(products.map((product) => [product.id, product]));
  const changes: Change[] = [];
  const lines = cart.lines.flatMap((line) => {
    const product = byId.get(line.productId);
    const left = product?.stock ?? 0;
    if (left < line.quantity) changes.push({ name: line.name, left });
    if (!product || left === 0) return [];
    const quantity = Math.min(line.quantity, left);
    const next = withPrice(line, priceOf(product), product.currency, changes);
    return [
      next === line && quantity === line.quantity && product.name === line.name
        ? line
        : { ...next, name: product.name, quantity },
    ];
  });
  if (lines.length === cart.lines.length && lines.every((line, index) => line === cart.lines[index]))
    return cart;
  return { ...cart, lines, changes };
}

function reprice(cart: Cart, fresh: readonly FreshPrice[]): Cart {
  const byId = new Map(fresh.map((price) => [price.productId, price]));
  const changes: Change[] = [];
  const lines = cart.lines.map((line) => {
    const price = byId.get(line.productId);
    if (!price) return line;
    const unit = { usd: fromServer(price.unitPriceUSD), lrd: fromServer(price.unitPriceLRD) };
    return withPrice(line, unit, price.currency, changes);
  });
  return changes.length === 0 ? cart : { ...cart, lines, changes };
}

function withPrice(line: CartLine, price: UnitPrice, currency: Currency, changes: Change[]): CartLine {
  if (samePrice(line.price, price) && line.currency === currency) return line;
  changes.push({ name: line.name });
  return { ...line, price, currency, was: line.price };
}

function samePrice(one: UnitPrice, other: UnitPrice): boolean {
  return one.usd === other.usd && one.lrd === other.lrd;
}

export function priceOf(product: Product): UnitPrice {
  return { usd: fromServer(product.effectivePriceUSD), lrd: fromServer(product.effectivePriceLRD) };
}

export function lineOf(cart: Cart, productId: number): CartLine | undefined {
  return cart.lines.find((line) => line.productId === productId);
}

export function countOf(cart: Cart): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Each currency's sum of its own line totals; neither is converted from the other. */
export function totalOf(lines: readonly Pick<CartLine, 'price' | 'quantity'>[]): UnitPrice {
  const sum = (currency: 'usd' | 'lrd') =>
    lines.reduce((total, { price, quantity }) => total + price[currency] * quantity, 0);
  return { usd: sum('usd'), lrd: sum('lrd') };
}

/** The currency of most lines, dollars on a tie. */
export function leadingCurrency(lines: readonly CartLine[]): Currency {
  const liberian = lines.filter((line) => line.currency === 'LRD').length;
  return liberian * 2 > lines.length ? 'LRD' : 'USD';
}

/** The sale with every figure that the person was shown, so that the box can refuse what is no longer so. */
export function requestOf(cart: Cart, rate: number | undefined): SaleRequest {
  const { paymentMethod } = cart;
  const sales = cart.lines.map(({ productId, quantity, currency, price }) => {
    const own = currency === 'USD' ? price.usd : price.lrd;
    return {
      productId,
      quantity,
      unitPrice: toDecimal(own),
      totalAmount: toDecimal(own * quantity),
      currency,
      unitPriceUSD: toDecimal(price.usd),
      unitPriceLRD: toDecimal(price.lrd),
      totalAmountUSD: toDecimal(price.usd * quantity),
      totalAmountLRD: toDecimal(price.lrd * quantity),
      ...(rate === undefined ? {} : { exchangeRate: rate }),
      paymentMethod,
    };
  });
  return { sales, paymentMethod };
}
