/** The cart reducer. */
import { describe, expect, it } from 'vitest';
import { leadingCurrency } from '../../lib/money/money';
import { countOf, totalOf } from '../../parts/lines/lines';
import { addPack } from '../../parts/scan/packs';
import { BEER, freshPrice, product, RICE, withStock } from '../../test/products';
import { type Cart, type CartAction, EMPTY_CART, reduce, requestOf } from './cart';

const cartAfter = (...actions: CartAction[]): Cart => actions.reduce(reduce, EMPTY_CART);
const add = (of = BEER): CartAction => ({ type: 'add', product: of });
const quantities = (cart: Cart) => cart.lines.map((line) => [line.name, line.quantity]);

describe('the lines', () => {
  it('are increased by one at each tap, in the order of the first tap', () => {
    expect(quantities(cartAfter(add(), add(RICE), add()))).toEqual([
      ['Club Beer', 2],
      ['Jollof rice', 1],
    ]);
  });

  it('never exceed the stock', () => {
    const scarce = product(3, 'Hennessy', { stock: 2 });
    const full = cartAfter(add(scarce), add(scarce));
    expect(reduce(full, add(scarce))).toBe(full);
    expect(countOf(full.lines)).toBe(2);
    expect(cartAfter(add(product(4, 'Smirnoff', { stock: 0 })))).toBe(EMPTY_CART);
  });

  it('go beyond the stock where they are sold anyway, and the request says so', () => {
    const cart = cartAfter(add({ ...product(4, 'Smirnoff', { stock: 0 }), anyway: true } as typeof BEER));
    expect(requestOf(cart, 190)).toMatchObject({ oversell: true });
    expect(requestOf(cartAfter(add()), 190)).not.toHaveProperty('oversell');
  });

  it('are decreased, removed or cleared', () => {
    const cart = cartAfter(add(), add(), add(RICE));
    expect(quantities(reduce(cart, { type: 'less', productId: 1 }))).toEqual([
      ['Club Beer', 1],
      ['Jollof rice', 1],
    ]);
    expect(quantities(reduce(cart, { type: 'less', productId: 2 }))).toEqual([['Club Beer', 2]]);
    expect(quantities(reduce(cart, { type: 'remove', line: { productId: 1 } }))).toEqual([
      ['Jollof rice', 1],
    ]);
    expect(reduce(cart, { type: 'clear' })).toEqual(EMPTY_CART);
    expect(reduce(cart, { type: 'remove', line: { productId: 99 } })).toBe(cart);
  });
});

describe('packs with the label of a scale', () => {
  const scan = (code: string, price: string): CartAction => ({
    type: 'change',
    next: addPack(BEER, { code, price }, 190),
  });
  const cart = cartAfter(add(), scan('2100001027506', '27.50'), scan('2100001027506', '27.50'), add());

  it('are sent with their labels and the prices inside', () => {
    expect(
      requestOf(cart, 190).sales?.map(({ quantity, unitPrice, label }) => [quantity, unitPrice, label]),
    ).toEqual([
      [2, '2.00', undefined],
      [1, '27.50', '2100001027506'],
      [1, '27.50', '2100001027506'],
    ]);
  });

  it('leave the cart when they are sold; one that was scanned meanwhile stays', () => {
    const request = requestOf(cart, 190);
    const more = reduce(cart, scan('2100001027506', '27.50'));
    expect(reduce(more, { type: 'sold', request }).lines).toMatchObject([{ pack: 3, quantity: 1 }]);
    expect(reduce(cart, { type: 'sold', request }).lines).toEqual([]);
  });

  it('are removed one by one', () => {
    const one = reduce(cart, { type: 'remove', line: { productId: BEER.id, pack: 1 } });
    expect(one.lines.map(({ pack }) => pack)).toEqual([undefined, 2]);
  });
});

describe('the total', () => {
  it('adds up each currency separately', () => {
    const odd = product(5, 'Ginger juice', {
      currency: 'LRD',
      effectivePriceUSD: '1.32',
      effectivePriceLRD: '250.00',
    });
    const { lines } = cartAfter(add(odd), add(odd), add(odd), add());
    expect(totalOf(lines)).toEqual({ usd: 3 * 132 + 200, lrd: 3 * 25_000 + 38_000 });
    expect(totalOf([])).toEqual({ usd: 0, lrd: 0 });
  });

  it('leads with the currency of most lines, dollars on a tie', () => {
    const two = product(6, 'Fish', { currency: 'LRD' });
    expect(leadingCurrency(cartAfter(add(), add(RICE)).lines)).toBe('USD');
    expect(leadingCurrency(cartAfter(add(), add(RICE), add(two)).lines)).toBe('LRD');
    expect(leadingCurrency([])).toBe('USD');
  });

  it('is sent with all amounts that were shown', () => {
    const cart = cartAfter(add(RICE), add(RICE), { type: 'pay', method: 'card' });
    expect(requestOf(cart, 190)).toEqual({
      paymentMethod: 'card',
      sales: [
        {
          productId: 2,
          quantity: 2,
          unitPrice: '950.00',
          totalAmount: '1900.00',
          currency: 'LRD',
          unitPriceUSD: '5.00',
          unitPriceLRD: '950.00',
          totalAmountUSD: '10.00',
          totalAmountLRD: '1900.00',
          exchangeRate: 190,
          paymentMethod: 'card',
        },
      ],
    });
    expect(requestOf(cart, undefined).sales[0]).not.toHaveProperty('exchangeRate');
  });
});

describe('an update from the box', () => {
  const sync = (...products: (typeof BEER)[]): CartAction => ({ type: 'sync', products });

  it('leaves the cart unchanged when nothing has changed', () => {
    const cart = cartAfter(add(), add(RICE));
    expect(reduce(cart, sync(BEER, RICE))).toBe(cart);
  });

  it('sets the new price and keeps the old one to show it', () => {
    const dearer = { ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' };
    const cart = reduce(cartAfter(add()), sync(dearer));
    expect(cart.lines[0]).toMatchObject({
      price: { usd: 250, lrd: 47_500 },
      was: { usd: 200, lrd: 38_000 },
    });
    expect(cart.changes).toEqual([{ name: 'Club Beer' }]);
    expect(reduce(cart, sync(dearer))).toBe(cart);
  });

  it('reduces and removes lines that exceed the stock', () => {
    const cart = cartAfter(add(), add(), add(), add(RICE), sync(withStock(BEER, 2), withStock(RICE, 0)));
    expect(quantities(cart)).toEqual([['Club Beer', 2]]);
    expect(cart.changes).toEqual([
      { name: 'Club Beer', left: 2 },
      { name: 'Jollof rice', left: 0 },
    ]);
    expect(quantities(cartAfter(add(), sync(RICE)))).toEqual([]);
  });

  it('is ignored while a sale is unanswered, because that sale may have reduced the stock', () => {
    const cart = cartAfter(add());
    const sent = reduce(cart, { type: 'sent', request: requestOf(cart, 190) });
    expect(reduce(sent, sync(withStock(BEER, 0)))).toBe(sent);
    expect(quantities(reduce(reduce(sent, { type: 'refused' }), sync(withStock(BEER, 0))))).toEqual([]);
  });

  it('sets the prices of a refusal', () => {
    const fresh = freshPrice(BEER, '3.00', '570.00');
    const cart = cartAfter(add(), add(RICE), { type: 'reprice', fresh: [fresh] });
    expect(cart.lines[0]?.price).toEqual({ usd: 300, lrd: 57_000 });
    expect(cart.changes).toEqual([{ name: 'Club Beer' }]);
    expect(reduce(cart, { type: 'reprice', fresh: [fresh] })).toBe(cart);
  });
});

describe('a sale that was stored', () => {
  it('empties the cart', () => {
    const cart = cartAfter(add(), add());
    const request = requestOf(cart, 190);
    const sent = reduce(cart, { type: 'sent', request });
    expect(reduce(sent, { type: 'sold', request })).toBe(EMPTY_CART);
  });

  it('leaves what was added meanwhile', () => {
    const cart = cartAfter(add(), add(), { type: 'pay', method: 'card' });
    const request = requestOf(cart, 190);
    const more = [{ type: 'sent' as const, request }, add(), add(RICE)].reduce(reduce, cart);
    const rest = reduce(more, { type: 'sold', request });
    expect(quantities(rest)).toEqual([
      ['Club Beer', 1],
      ['Jollof rice', 1],
    ]);
    expect(rest.attempts).toEqual([]);
  });

  it('is possible after Clear, which therefore keeps a sent request', () => {
    const cart = cartAfter(add());
    const request = requestOf(cart, 190);
    const cleared = [{ type: 'sent' as const, request }, { type: 'clear' as const }].reduce(reduce, cart);
    expect(cleared).toEqual({ ...EMPTY_CART, attempts: [request] });
  });
});
