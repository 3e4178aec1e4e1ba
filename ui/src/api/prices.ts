/** Prices of products, the amounts sent with a sale, and the amount due on a tab. */
import { type Currency, type Dual, fromServer, inOne, toDecimal } from '../lib/money/money';
import type { FreshPrice, Product, SaleBody, Tab } from './types';

export function priceOf(product: Pick<Product, 'effectivePriceUSD' | 'effectivePriceLRD'>): Dual {
  return { usd: fromServer(product.effectivePriceUSD), lrd: fromServer(product.effectivePriceLRD) };
}

/** What is due on a tab, given as the full amount in either currency. */
export function dueOf(tab: Pick<Tab, 'dueUSD' | 'dueLRD'>): Dual {
  return { usd: fromServer(tab.dueUSD), lrd: fromServer(tab.dueLRD) };
}

export type Figures = Omit<FreshPrice, 'productId' | 'exchangeRate'> &
  Pick<SaleBody, 'quantity' | 'exchangeRate'>;

/** The amounts that were shown, so that the server can refuse outdated ones. */
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
