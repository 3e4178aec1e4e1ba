/** Lines of a cart or an order: product, quantity and price, and how changes from the server are applied. */
import { priceOf } from '../../api/prices';
import type { FreshPrice, Product, SaleBody } from '../../api/types';
import { type Cents, type Currency, type Dual, fromServer, inBoth, inOne } from '../../lib/money/money';
import { limitOf, type Picked } from '../stock/limit';
import { taxStore } from '../tax/store';
import type { Line, LineKey, Owing } from './line';

export type { Line, LineKey } from './line';

/** The pricing part of a line; a quick sale has it too. */
export type Priced = Pick<Line, 'name' | 'currency' | 'price' | 'discount'>;

/** Returns the same lines where nothing changes. */
export type LinesChange = (lines: readonly Line[]) => readonly Line[];

/** A change from the server that the user is notified of. */
export interface LineChange {
  name: string;
  /** How many are left; absent when the price changed. */
  left?: number;
}

/** Adds one of a product. Returns the same array when no more are in stock, unless it is sold anyway. */
export function addOne(lines: readonly Line[], product: Picked): readonly Line[] {
  const line = lines.find(({ productId, pack }) => productId === product.id && !pack);
  if (quantityOf(lines, product.id) >= limitOf(product, product.anyway || line?.anyway)) return lines;
  if (line) return withQuantity(lines, line, line.quantity + 1);
  const { id, name, currency, anyway } = product;
  const one = { productId: id, name, quantity: 1, currency, price: priceOf(product) };
  return [...lines, anyway ? { ...one, anyway } : one];
}

/** What a request says that sells beyond the stock. */
export const oversellOf = (lines: readonly Pick<Line, 'anyway'>[]): { oversell?: true } =>
  lines.some((line) => line.anyway) ? { oversell: true } : {};

/** At quantity 1 this removes the line. Packs with a label go last, the latest first. */
export function takeOne(lines: readonly Line[], productId: number): readonly Line[] {
  const own = lines.filter((line) => line.productId === productId);
  const line = own.find(({ pack }) => !pack) ?? own.at(-1);
  return line ? withQuantity(lines, line, line.quantity - 1) : lines;
}

export const withQuantity = (lines: readonly Line[], key: LineKey, quantity: number): readonly Line[] =>
  withLine(lines, key, (line) => ({ ...line, quantity })).filter((line) => line.quantity > 0);

/** What is left without these goods. */
export const without = (lines: readonly Line[], gone: readonly (Goods & { quantity: number })[]) =>
  gone.reduce<readonly Line[]>((left, one) => {
    const line = left.find((line) => goodsOf(line) === goodsOf(one));
    return line ? withQuantity(left, line, line.quantity - one.quantity) : left;
  }, lines);

export const withNote = (lines: readonly Line[], key: LineKey, note: string): readonly Line[] =>
  withLine(lines, key, (line) => ({ ...line, note }));

const withLine = (
  lines: readonly Line[],
  { productId, pack }: LineKey,
  change: (line: Line) => Line,
): readonly Line[] =>
  lines.map((line) => (line.productId === productId && line.pack === pack ? change(line) : line));

/** How many of a product, packs with a label among them. */
export const quantityOf = (lines: readonly Line[], productId: number): number =>
  countOf(lines.filter((line) => line.productId === productId));

/** How many of each product, by product id. */
export function quantitiesOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (const { productId, quantity } of lines) all.set(productId, (all.get(productId) ?? 0) + quantity);
  return all;
}

/** The typed whole number; null for anything else. */
export function parseQuantity(text: string): number | null {
  const value = Number(text.trim());
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(value) ? value : null;
}

/** A changed price in the line's own currency; the other currency is converted at the rate. */
export interface NewPrice {
  own: Cents;
  reason: string;
  reasonId?: number;
}

/** Null restores the list price. */
export const withPrice = (
  lines: readonly Line[],
  key: LineKey,
  price: NewPrice | null,
  rate: number,
): readonly Line[] =>
  withLine(lines, key, (line) => {
    const { was, discount, ...rest } = line;
    const list = listPriceOf(line);
    if (!price) return { ...rest, price: list };
    return {
      ...rest,
      price: inBoth(price.own, line.currency, rate),
      discount: { reason: price.reason, reasonId: price.reasonId, list },
    };
  });

export function listPriceOf({ price, discount }: Pick<Line, 'price' | 'discount'>): Dual {
  return discount?.list ?? price;
}

interface Followed {
  /** The same array when nothing has changed. */
  lines: readonly Line[];
  changes: LineChange[];
}

/** Updates the lines to the current prices and stock. */
export function follow(lines: readonly Line[], products: readonly Product[], rate?: number): Followed {
  const byId = new Map(products.map((product) => [product.id, product]));
  const changes: LineChange[] = [];
  const before = new Map<number, number>();
  const next = lines.flatMap((line) => {
    const product = byId.get(line.productId);
    const taken = before.get(line.productId) ?? 0;
    before.set(line.productId, taken + line.quantity);
    const left = product ? Math.max(0, limitOf(product, line.anyway) - taken) : 0;
    if (left < line.quantity) changes.push({ name: line.name, left });
    if (!product || left <= 0) return [];
    const priced = followPrice(line, product, rate, changes);
    const quantity = Math.min(line.quantity, left);
    return quantity === priced.quantity && product.name === priced.name
      ? [priced]
      : [{ ...priced, name: product.name, quantity }];
  });
  const same = next.length === lines.length && next.every((line, index) => line === lines[index]);
  return { lines: same ? lines : next, changes };
}

function followPrice(line: Line, product: Product, rate: number | undefined, changes: LineChange[]): Line {
  const list = listOf(line, product, rate);
  const { discount, ...plain } = line;
  if (!discount) return repriced(line, list, product.currency, changes);
  // The manager's price was in the other currency and no longer applies.
  if (product.currency !== line.currency) return repriced(plain, list, product.currency, changes);
  const price =
    rate === undefined ? line.price : inBoth(inOne(line.price, line.currency), line.currency, rate);
  const known = samePrice(discount.list, list) ? line : { ...line, discount: { ...discount, list } };
  return repriced(known, price, line.currency, changes);
}

/** What one costs without a discount. The price on a label stays; only the other currency moves with the rate. */
function listOf(line: Line, product: Product, rate: number | undefined): Dual {
  if (!line.label) return priceOf(product);
  const list = listPriceOf(line);
  return rate === undefined ? list : inBoth(inOne(list, line.currency), product.currency, rate);
}

/** Applies the prices that came with a refusal. */
export function reprice(lines: readonly Line[], fresh: readonly FreshPrice[]): Followed {
  const byGoods = new Map(fresh.map((price) => [goodsOf(price), price]));
  const changes: LineChange[] = [];
  const next = lines.map((line) => {
    const price = byGoods.get(goodsOf(line));
    if (!price) return line;
    const unit = { usd: fromServer(price.unitPriceUSD), lrd: fromServer(price.unitPriceLRD) };
    return repriced(line, unit, price.currency, changes);
  });
  return { lines: changes.length === 0 ? lines : next, changes };
}

/** The same for lines that cost the same: product and label. */
export const goodsOf = ({ productId, label }: Goods): string => `${productId} ${label ?? ''}`;

interface Goods {
  productId: number | null;
  label?: string | null | undefined;
}

function repriced(line: Line, price: Dual, currency: Currency, changes: LineChange[]): Line {
  if (samePrice(line.price, price) && line.currency === currency) return line;
  changes.push({ name: line.name });
  return { ...line, price, currency, was: line.price };
}

function samePrice(one: Dual, other: Dual): boolean {
  return one.usd === other.usd && one.lrd === other.lrd;
}

/** Each currency's sum of its own line totals; neither is converted from the other. */
export function totalOf(lines: readonly Pick<Line, 'price' | 'quantity'>[]): Dual {
  const sum = (currency: keyof Dual) =>
    lines.reduce((total, { price, quantity }) => total + price[currency] * quantity, 0);
  return { usd: sum('usd'), lrd: sum('lrd') };
}

/** What is owed for the lines: their total with the tax that is added to prices. */
export const grandTotalOf = (lines: readonly Owing[]): Dual =>
  taxStore.get()?.grandTotalOf(lines) ?? totalOf(lines);

export function countOf(lines: readonly Pick<Line, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The reason of a changed price, for the request body; empty at the list price. */
export function reasonOf({
  discount,
}: Pick<Line, 'discount'>): Pick<SaleBody, 'discountReason' | 'discountReasonId'> {
  if (!discount) return {};
  const { reason, reasonId } = discount;
  return { discountReason: reason, ...(reasonId && { discountReasonId: reasonId }) };
}

/** Whether a value read from storage is a line. */
export function isLine(kept: unknown): kept is Line {
  const line = kept as Line | null;
  const { list, reason = '' } = line?.discount ?? {};
  const figures = [line?.productId, line?.quantity, line?.price?.usd, line?.price?.lrd, line?.pack ?? 0];
  const listed = line?.discount ? [list?.usd, list?.lrd] : [];
  return (
    [...figures, ...listed].every(Number.isSafeInteger) &&
    [line?.name, reason, line?.note ?? '', line?.label ?? ''].every((text) => typeof text === 'string') &&
    (line?.quantity ?? 0) > 0
  );
}
