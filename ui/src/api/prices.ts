/** What a product costs, and the figures that go with whatever is sold of it. */
import { type Currency, type Dual, fromServer, inOne, toDecimal } from '../lib/money';
import type { Product } from './types';

export function priceOf(product: Pick<Product, 'effectivePriceUSD' | 'effectivePriceLRD'>): Dual {
  return { usd: fromServer(product.effectivePriceUSD), lrd: fromServer(product.effectivePriceLRD) };
}

export interface Figures {
  quantity: number;
  unitPrice: string;
  totalAmount: string;
  currency: Currency;
  unitPriceUSD: string;
  unitPriceLRD: string;
  totalAmountUSD: string;
  totalAmountLRD: string;
  exchangeRate?: number;
}

/** Every figure that the person was shown, so that the box can refuse what is no longer so. */
export function figuresOf(
  price: Dual,
  currency: Currency,
  quantity: number,
  rate: number | undefined,
): Figures {
  const own = inOne(price, currency);
  return {
    quantity,
    unitPrice: toDecimal(own),
    totalAmount: toDecimal(own * quantity),
    currency,
    unitPriceUSD: toDecimal(price.usd),
    unitPriceLRD: toDecimal(price.lrd),
    totalAmountUSD: toDecimal(price.usd * quantity),
    totalAmountLRD: toDecimal(price.lrd * quantity),
    ...(rate === undefined ? {} : { exchangeRate: rate }),
  };
}
