/** The lines of a cart or an order, and discounts on them. */
import { describe, expect, it } from 'vitest';
import { leadingCurrency } from '../../lib/money/money';
import { BEER, freshPrice, product, RICE, withStock } from '../../test/products';
import { addPack } from '../scan/packs';
import { anyway } from '../stock/limit';
import {
  addOne,
  countOf,
  follow,
  isLine,
  type Line,
  listPriceOf,
  oversellOf,
  quantitiesOf,
  reasonOf,
  reprice,
  takeOne,
  totalOf,
  withPrice,
  withQuantity,
} from './lines';

const lines = (...products: (typeof BEER)[]): readonly Line[] =>
  products.reduce<readonly Line[]>((sum, each) => addOne(sum, each), []);

describe('packs with the label of a scale', () => {
  const goat = product(9, 'Goat', { stock: 4 });
  const pack = (of: readonly Line[], cents: string, price: string) =>
    addPack(goat, { code: `21000010${cents}`, price }, 190)(of);
  const three = pack(pack(addOne([], goat), '27506', '27.50'), '27506', '27.50');

  it('are lines of their own at the price inside, also those of one price', () => {
    expect(three.map(({ quantity, price, label, pack }) => [quantity, price.usd, label, pack])).toEqual([
      [1, 200, undefined, undefined],
      [1, 2750, '2100001027506', 1],
      [1, 2750, '2100001027506', 2],
    ]);
    expect(quantitiesOf(three).get(9)).toBe(3);
    const full = addOne(three, goat);
    expect(full[0]?.quantity).toBe(2);
    expect([addOne(full, goat), pack(full, '03104', '3.10')]).toEqual([full, full]);
    expect(three.every(isLine)).toBe(true);
    expect(isLine({ ...three[1], label: 7 })).toBe(false);
  });

  it('are taken off one by one: the pack that is meant, or the latest after all without a label', () => {
    const second = three[1] as Line;
    expect(withQuantity(three, second, 0).map((line) => line.pack)).toEqual([undefined, 2]);
    const two = takeOne(three, 9);
    expect(two.map((line) => line.pack)).toEqual([1, 2]);
    expect(takeOne(two, 9).map((line) => line.pack)).toEqual([1]);
  });

  it('keep the price inside when the catalog changes, and follow the rate and the stock', () => {
    const dearer = { ...goat, effectivePriceUSD: '9.00' };
    const { lines: after, changes } = follow(three, [dearer], 200);
    expect(after.map(({ price }) => [price.usd, price.lrd])).toEqual([
      [900, 38_000],
      [2750, 550_000],
      [2750, 550_000],
    ]);
    expect(changes).toHaveLength(3);
    expect(follow(three, [withStock(goat, 2)], 190).lines.map((line) => line.pack)).toEqual([undefined, 1]);
    const fresh = freshPrice(goat, '9.00', '1710.00');
    expect(reprice(three, [fresh]).lines.map(({ price }) => price.usd)).toEqual([900, 2750, 2750]);
  });

  it('can be sold at another price', () => {
    const cheap = withPrice(three, { productId: 9, pack: 2 }, { own: 2000, reason: 'Late' }, 190);
    expect(cheap.map(({ price }) => price.usd)).toEqual([200, 2750, 2000]);
    expect(cheap[2]?.discount?.list.usd).toBe(2750);
  });
});

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
    const { lines: after, changes } = follow(before, [{ ...withStock(BEER, 1), effectivePriceUSD: '2.50' }]);
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
  const cheap = withPrice(lines(BEER, BEER, RICE), { productId: 1 }, { own: 150, reason: 'Happy hour' }, 190);
  const beer = (of: readonly Line[]) => of.find(({ productId }) => productId === 1) as Line;

  it('is in the currency of the line, and is converted to the other at the rate', () => {
    expect(beer(cheap)).toMatchObject({ price: { usd: 150, lrd: 28_500 }, quantity: 2 });
    expect(totalOf(cheap)).toEqual({ usd: 300 + 500, lrd: 57_000 + 95_000 });
    expect(listPriceOf(beer(cheap))).toEqual({ usd: 200, lrd: 38_000 });
    expect(reasonOf(beer(cheap))).toEqual({ discountReason: 'Happy hour' });
    expect(withPrice(lines(RICE), { productId: 2 }, { own: 50_000, reason: 'Cold' }, 190)[0]?.price).toEqual({
      usd: 263,
      lrd: 50_000,
    });
  });

  it('can be reset to the list price', () => {
    const dearer = withPrice(cheap, { productId: 1 }, { own: 300, reason: 'Show' }, 190);
    expect(listPriceOf(beer(dearer))).toEqual({ usd: 200, lrd: 38_000 });
    const back = beer(withPrice(dearer, { productId: 1 }, null, 190));
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
