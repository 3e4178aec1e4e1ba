/** What is picked for an order: how many of what, at which price, and how the box's changes reach it. */
import type { FreshPrice, Product } from '../../api/types';
import { type Currency, fromServer, toDecimal } from '../../lib/money';
import type { Dual } from '../../lib/tender';

export interface Line {
  productId: number;
  name: string;
  quantity: number;
  /** The currency that the product is priced in. */
  currency: Currency;
  price: Dual;
  /** The price that the person saw last, while the box has changed it since. */
  was?: Dual;
}

/** Something that the box has changed, for telling. */
export interface LineChange {
  name: string;
  /** How many are left; absent when the price changed. */
  left?: number;
}

export interface ItemRequest {
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: string;
  totalPrice: string;
}

/** One more of a product, never more than there are: then the same lines come back. */
export function addOne(lines: readonly Line[], product: Product): readonly Line[] {
  const line = lines.find(({ productId }) => productId === product.id);
  if ((line?.quantity ?? 0) >= product.stock) return lines;
  if (line) return withQuantity(lines, product.id, line.quantity + 1);
  const { id, name, currency } = product;
  return [...lines, { productId: id, name, quantity: 1, currency, price: priceOf(product) }];
}

/** At quantity 1 this removes the line. */
export function takeOne(lines: readonly Line[], productId: number): readonly Line[] {
  return withQuantity(lines, productId, quantityOf(lines, productId) - 1);
}

export function withQuantity(lines: readonly Line[], productId: number, quantity: number): readonly Line[] {
  return lines
    .map((line) => (line.productId === productId ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0);
}

export function quantityOf(lines: readonly Line[], productId: number): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0;
}

interface Followed {
  /** The very same lines when nothing has changed. */
  lines: readonly Line[];
  changes: LineChange[];
}

/** Follows prices and stock as they are now. */
export function follow(lines: readonly Line[], products: readonly Product[]): Followed {
  const byId = new Map(products.map((product) => [product.id, product]));
  const changes: LineChange[] = [];
  const next = lines.flatMap((line) => {
    const product = byId.get(line.productId);
    const left = product?.stock ?? 0;
    if (left < line.quantity) changes.push({ name: line.name, left });
    if (!product || left <= 0) return [];
    const priced = repriced(line, priceOf(product), product.currency, changes);
    return [left < line.quantity ? { ...priced, quantity: left } : priced];
  });
  const same = next.length === lines.length && next.every((line, index) => line === lines[index]);
  return { lines: same ? lines : next, changes };
}

/** The figures that came with a refused price. */
export function reprice(lines: readonly Line[], fresh: readonly FreshPrice[]): Followed {
  const byId = new Map(fresh.map((price) => [price.productId, price]));
  const changes: LineChange[] = [];
  const next = lines.map((line) => {
    const price = byId.get(line.productId);
    if (!price) return line;
    const unit = { usd: fromServer(price.unitPriceUSD), lrd: fromServer(price.unitPriceLRD) };
    return repriced(line, unit, price.currency, changes);
  });
  return { lines: changes.length === 0 ? lines : next, changes };
}

function repriced(line: Line, price: Dual, currency: Currency, changes: LineChange[]): Line {
  if (line.price.usd === price.usd && line.price.lrd === price.lrd && line.currency === currency) return line;
  changes.push({ name: line.name });
  return { ...line, price, currency, was: line.price };
}

export function priceOf(product: Product): Dual {
  return { usd: fromServer(product.effectivePriceUSD), lrd: fromServer(product.effectivePriceLRD) };
}

/** Each currency's sum of its own line totals; neither is converted from the other. */
export function totalOf(lines: readonly Pick<Line, 'price' | 'quantity'>[]): Dual {
  return {
    usd: lines.reduce((sum, { price, quantity }) => sum + price.usd * quantity, 0),
    lrd: lines.reduce((sum, { price, quantity }) => sum + price.lrd * quantity, 0),
  };
}

export function countOf(lines: readonly Pick<Line, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The currency of most lines, dollars on a tie. */
export function mainCurrency(lines: readonly { currency: Currency }[]): Currency {
  const liberian = lines.filter(({ currency }) => currency === 'LRD').length;
  return liberian * 2 > lines.length ? 'LRD' : 'USD';
}

/** A line with the price that the person was shown, so that the box can refuse what is no longer so. */
export function itemOf({ productId, name, quantity, currency, price }: Line): ItemRequest {
  const own = currency === 'USD' ? price.usd : price.lrd;
  return {
    productId,
    productName: name,
    quantity,
    unitPrice: toDecimal(own),
    totalPrice: toDecimal(own * quantity),
  };
}
