/** The lines of a cart or an order, and discounts on them. */
import { describe, expect, it } from 'vitest';
import { leadingCurrency } from '../../lib/money/money';
import { BEER, freshPrice, product, RICE } from '../../test/products';
import { anyway } from '../stock/limit';
import {
  addOne,
  countOf,
  follow,
  isLine,
  type Line,
  listPriceOf,
  oversellOf,
  reasonOf,
  reprice,
  takeOne,
  totalOf,
  withPrice,
} from './lines';

const lines = (...products: (typeof BEER)[]): readonly Line[] =>
  products.reduce<readonly Line[]>((sum, each) => addOne(sum, each), []);

describe('the lines', () => {
  it('never exceed the stock, and disappear at a quantity of 0', () => {
    const scarce = product(3, 'Hennessy VS', { stock: 2 });
    const two = lines(scarce, scarce, scarce);
    expect(countOf(two)).toBe(2);
    expect(addOne(two, scarce)).toBe(two);
    expect(takeOne(takeOne(two, 3), 3)).toEqual([]);
    expect(lines(product(4, 'Out', { stock: 0 }))).toEqual([]);
  });

  it('go beyond the stock where it is sold anyway, and keep what was sold', () => {
    const out = product(4, 'Tonic', { stock: 0 });
    const begun = addOne([], anyway(out));
    const two = addOne(begun, out);
    expect(two).toMatchObject([{ productId: 4, quantity: 2, anyway: true }]);
    expect(follow(two, [out]).lines).toBe(two);
    expect([oversellOf(two), oversellOf(lines(BEER))]).toEqual([{ oversell: true }, {}]);
  });

  it('have no end where nothing is counted', () => {
    const free = product(5, 'Rice', { stock: null, stockMode: 'free', floor: false });
    const many = lines(...Array.from({ length: 40 }, () => free));
    expect(countOf(many)).toBe(40);
    expect(follow(many, [free]).lines).toBe(many);
  });

  it('add up each currency separately', () => {
    const mixed = lines(BEER, BEER, RICE);
    expect(totalOf(mixed)).toEqual({ usd: 900, lrd: 171_000 });
    expect(leadingCurrency(mixed)).toBe('USD');
    expect(leadingCurrency(lines(RICE))).toBe('LRD');
  });

  it('follow prices and stock', () => {
    const before = lines(BEER, BEER, RICE);
    expect(follow(before, [BEER, RICE]).lines).toBe(before);
    const { lines: after, changes } = follow(before, [{ ...BEER, stock: 1, effectivePriceUSD: '2.50' }]);
    expect(after).toMatchObject([{ productId: 1, quantity: 1, price: { usd: 250 }, was: { usd: 200 } }]);
    expect(changes).toEqual([
      { name: 'Club Beer', left: 1 },
      { name: 'Club Beer' },
      { name: 'Jollof rice', left: 0 },
    ]);
  });

  it('take the current prices of a refusal', () => {
    const fresh = freshPrice(BEER, '3.00', '570.00');
    const before = lines(BEER);
    expect(reprice(before, [fresh]).lines[0]).toMatchObject({ price: { usd: 300, lrd: 57_000 } });
    expect(reprice(before, []).lines).toBe(before);
  });
});

describe("a manager's price", () => {
  const cheap = withPrice(lines(BEER, BEER, RICE), 1, { own: 150, reason: 'Happy hour' }, 190);
  const beer = (of: readonly Line[]) => of.find(({ productId }) => productId === 1) as Line;

  it('is in the currency of the line, and is converted to the other at the rate', () => {
    expect(beer(cheap)).toMatchObject({ price: { usd: 150, lrd: 28_500 }, quantity: 2 });
    expect(totalOf(cheap)).toEqual({ usd: 300 + 500, lrd: 57_000 + 95_000 });
    expect(listPriceOf(beer(cheap))).toEqual({ usd: 200, lrd: 38_000 });
    expect(reasonOf(beer(cheap))).toEqual({ discountReason: 'Happy hour' });
    expect(withPrice(lines(RICE), 2, { own: 50_000, reason: 'Cold' }, 190)[0]?.price).toEqual({
      usd: 263,
      lrd: 50_000,
    });
  });

  it('can be reset to the list price', () => {
    const dearer = withPrice(cheap, 1, { own: 300, reason: 'Show' }, 190);
    expect(listPriceOf(beer(dearer))).toEqual({ usd: 200, lrd: 38_000 });
    const back = beer(withPrice(dearer, 1, null, 190));
    expect(back.price).toEqual({ usd: 200, lrd: 38_000 });
    expect(reasonOf(back)).toEqual({});
  });

  it('stays when the list price changes, and follows the rate', () => {
    expect(follow(cheap, [BEER, RICE], 190).lines).toBe(cheap);
    const dearer = { ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' };
    const listed = follow(cheap, [dearer, RICE], 190);
    expect(beer(listed.lines).price).toEqual({ usd: 150, lrd: 28_500 });
    expect(beer(listed.lines).discount?.list).toEqual({ usd: 250, lrd: 47_500 });
    expect(listed.changes).toEqual([]);
    const rated = follow(cheap, [BEER, RICE], 200);
    expect(beer(rated.lines)).toMatchObject({ price: { usd: 150, lrd: 30_000 }, was: { lrd: 28_500 } });
    expect(rated.changes).toEqual([{ name: 'Club Beer' }]);
  });

  it('is dropped when the product is now priced in the other currency', () => {
    const { lines: next, changes } = follow(cheap, [{ ...BEER, currency: 'LRD' }, RICE], 190);
    expect(beer(next)).toMatchObject({ currency: 'LRD', price: { usd: 200, lrd: 38_000 } });
    expect(beer(next).discount).toBeUndefined();
    expect(changes).toEqual([{ name: 'Club Beer' }]);
  });

  it('survives a reload, and invalid stored lines are dropped', () => {
    expect(JSON.parse(JSON.stringify(cheap)).every(isLine)).toBe(true);
    const wrong = [
      null,
      3,
      { ...beer(cheap), quantity: 0 },
      { ...beer(cheap), name: 5 },
      { ...beer(cheap), discount: { reason: 'x' } },
      { ...beer(cheap), discount: { reason: 5, list: { usd: 1, lrd: 1 } } },
    ];
    expect(wrong.filter(isLine)).toEqual([]);
  });
});
