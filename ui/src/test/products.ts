/** Products for tests. */
import type { FreshPrice, Product } from '../api/types';

/** What the box makes of the level of goods that are sold by the piece. */
function shelf({ stock = 24, floor = true, soldOut = false }: Partial<Product>) {
  const portions = stock === null ? null : Math.max(stock, 0);
  return { portions, sellable: soldOut ? 0 : stock !== null && floor ? portions : null };
}

export function product(id: number, name: string, more: Partial<Product> = {}): Product {
  return {
    id,
    name,
    brand: null,
    barcode: String(100_000_000_000 + id),
    price: '2.00',
    stock: 24,
    ...shelf(more),
    soldOut: false,
    stockMode: 'counted',
    floor: true,
    needsCount: false,
    unit: 'piece',
    serving: 1,
    forSale: true,
    packs: [],
    recipe: null,
    par: null,
    category: 'drinks',
    section: null,
    description: null,
    isAvailable: 1,
    currency: 'USD',
    priceUSD: '2.00',
    priceLRD: null,
    exchangeRate: 190,
    effectivePriceUSD: '2.00',
    effectivePriceLRD: '380.00',
    taxClass: null,
    effectiveTaxClass: 'standard',
    chain: null,
    createdAt: '2026-11-01T12:00:00Z',
    updatedAt: '2026-11-01T12:00:00Z',
    ...more,
  };
}

/** The product at another level. */
export const withStock = (product: Product, stock: number): Product => ({
  ...product,
  stock,
  ...shelf({ ...product, stock }),
});

export const BEER = product(1, 'Club Beer', { brand: 'Monrovia Breweries' });
export const RICE = product(2, 'Jollof rice', {
  category: 'food',
  currency: 'LRD',
  price: '950.00',
  priceUSD: null,
  priceLRD: '950.00',
  effectivePriceUSD: '5.00',
  effectivePriceLRD: '950.00',
});

/** The current price of one unit, as sent with the refusal of an outdated price. */
export function freshPrice({ id, currency }: Product, usd: string, lrd: string): FreshPrice {
  const own = currency === 'USD' ? usd : lrd;
  return {
    productId: id,
    unitPrice: own,
    totalAmount: own,
    currency,
    unitPriceUSD: usd,
    unitPriceLRD: lrd,
    totalAmountUSD: usd,
    totalAmountLRD: lrd,
    exchangeRate: 190,
  };
}
