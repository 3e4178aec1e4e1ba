/** The question before a price is saved that changes by more than half, or a rate by more than a tenth. */
import type { Product } from '../../../api/types';
import { formatMoney, formatRate } from '../../../lib/format';
import { isBigPriceChange, isBigRateChange } from '../../../lib/money/bigChange';
import { type Cents, type Currency, convert, fromServer, parseRate } from '../../../lib/money/money';
import { question as words } from '../strings';

/** Both set prices; null follows the rate. */
export interface SetPrices {
  usd: Cents | null;
  lrd: Cents | null;
}

interface PriceChange {
  before: string;
  after: string;
}

/** The first price that changes by more than half, that of the product's own currency first; null if none does. */
export function bigPriceChange(
  product: Product,
  after: SetPrices,
  rate: string | number | undefined,
): PriceChange | null {
  const order: Currency[] = product.currency === 'USD' ? ['USD', 'LRD'] : ['LRD', 'USD'];
  for (const currency of order) {
    const before = fromServer(currency === 'USD' ? product.effectivePriceUSD : product.effectivePriceLRD);
    const then = effective(after, currency, rate);
    if (then !== null && isBigPriceChange(before, then))
      return { before: formatMoney(before, currency), after: formatMoney(then, currency) };
  }
  return null;
}

/** The price as it is charged: as it is set, or converted from the other one. */
function effective({ usd, lrd }: SetPrices, currency: Currency, rate: string | number | undefined) {
  const [own, other] = currency === 'USD' ? [usd, lrd] : [lrd, usd];
  if (own !== null) return own;
  if (other === null || parseRate(rate) === null) return null;
  return convert(other, currency === 'USD' ? 'LRD' : 'USD', currency, rate as string | number);
}

/** Null if the new prices and the new rate need no question. */
export function questionOf(
  product: Product,
  after: SetPrices,
  rate: string | number | undefined,
  newRate?: string,
): string | null {
  const parts: string[] = [];
  if (
    newRate !== undefined &&
    product.exchangeRate !== null &&
    isBigRateChange(product.exchangeRate, newRate)
  )
    parts.push(words.rate(formatRate(product.exchangeRate), formatRate(newRate)));
  const price = bigPriceChange(product, after, newRate ?? rate);
  if (price) parts.push(words.price(price.before, price.after));
  return parts.length > 0 ? words.right(parts) : null;
}
