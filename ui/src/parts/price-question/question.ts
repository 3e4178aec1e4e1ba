/** The question before saving, if a price changes by more than half or the exchange rate by more than a tenth. */
import type { Product } from '../../api/types';
import { formatMoney, formatRate } from '../../lib/format';
import { isBigPriceChange, isBigRateChange } from '../../lib/money/bigChange';
import { type Cents, type Currency, convert, fromServer, parseRate } from '../../lib/money/money';
import { words } from './strings';

/** The price that is set in each currency; null if none is set, so that the price follows the rate. */
export interface PricePair {
  usd: Cents | null;
  lrd: Cents | null;
}

interface PriceChange {
  before: string;
  after: string;
}

/** The price that changes by more than half, null if none does. If both do: the one in the product's own currency. */
export function bigPriceChange(
  product: Product,
  after: PricePair,
  rate: string | number | undefined,
): PriceChange | null {
  const currencies: Currency[] = product.currency === 'USD' ? ['USD', 'LRD'] : ['LRD', 'USD'];
  for (const currency of currencies) {
    const before = fromServer(currency === 'USD' ? product.effectivePriceUSD : product.effectivePriceLRD);
    const charged = effective(after, currency, rate);
    if (charged !== null && isBigPriceChange(before, charged))
      return { before: formatMoney(before, currency), after: formatMoney(charged, currency) };
  }
  return null;
}

/** The price that is charged in `currency`: as it is set, or else converted. Null if there is nothing to convert. */
function effective({ usd, lrd }: PricePair, currency: Currency, rate: string | number | undefined) {
  const [own, other] = currency === 'USD' ? [usd, lrd] : [lrd, usd];
  if (own !== null) return own;
  if (other === null || parseRate(rate) === null) return null;
  return convert(other, currency === 'USD' ? 'LRD' : 'USD', currency, rate as string | number);
}

/** The text of the question; null if the new prices and the new rate need none. */
export function questionOf(
  product: Product,
  after: PricePair,
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
