/** The selection of Add Items and New tab: lines at the prices of now, and the requests that they become. */
import { figuresOf, priceOf } from '../../../api/prices';
import type { CreditBatchBody, Product, SaleBody } from '../../../api/types';
import { type Currency, fromServer, inBoth, inOne } from '../../../lib/money/money';
import type { Customer } from '../../../parts/customers/customers';
import { isLine, type Line } from '../../../parts/lines/lines';

/** What is kept of a dialog that chooses products. */
export interface PickDraft {
  lines: readonly Line[];
}

export const NOTHING: PickDraft = { lines: [] };

export const readLines = (kept: unknown): readonly Line[] => (Array.isArray(kept) ? kept.filter(isLine) : []);

/** Splits off the lines of products that are no longer sold. */
export function splitGone(lines: readonly Line[], products: readonly Product[]) {
  const known = new Set(products.map(({ id }) => id));
  const left = lines.filter(({ productId }) => known.has(productId));
  return { left, gone: left.length < lines.length };
}

/** The lines as they cost now. The price on a label stays; only the other currency moves with the rate. */
export function pricedNow(
  lines: readonly Line[],
  products: readonly Product[],
  rate: number | undefined,
): readonly Line[] {
  const known = new Map(products.map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = known.get(line.productId);
    if (!product) return line;
    const { name, currency } = product;
    if (!line.label) return { ...line, name, currency, price: priceOf(product) };
    const price =
      rate === undefined ? line.price : inBoth(inOne(line.price, line.currency), line.currency, rate);
    return { ...line, name, price };
  });
}

/** Includes the price that was shown, so that the server can refuse an outdated one. */
export function requestOf({ customerName, customerPhone }: Customer, line: Line): SaleBody {
  const { unitPrice, totalAmount, currency } = figuresOf(line.price, line.currency, line.quantity, undefined);
  return {
    customerName,
    customerPhone,
    productId: line.productId,
    quantity: line.quantity,
    notes: null,
    unitPrice,
    totalAmount,
    currency,
    ...(line.label && { label: line.label }),
  };
}

/** The selection of a request that was sent before; `pricedNow` adds names and prices. */
export const linesOf = ({ items, oversell }: CreditBatchBody): Line[] =>
  items.map(({ productId, quantity, currency, unitPrice, label }, index) => {
    const own = (currency === 'LRD' ? 'LRD' : 'USD') satisfies Currency;
    const cents = fromServer(unitPrice);
    return {
      productId: Number(productId),
      name: '',
      quantity: Number(quantity ?? 1),
      currency: own,
      price: own === 'USD' ? { usd: cents, lrd: 0 } : { usd: 0, lrd: cents },
      ...(oversell && { anyway: true }),
      ...(label && { label, pack: index + 1 }),
    };
  });
