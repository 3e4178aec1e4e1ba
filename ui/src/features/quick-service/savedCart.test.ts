/** The cart in local storage. */
import { expect, it } from 'vitest';
import { readJson, writeJson } from '../../lib/state/storage';
import { BEER } from '../../test/products';
import { EMPTY_CART, reduce, requestOf } from './cart';
import { loadCart, saleKey, saveCart } from './savedCart';

const KEY = 'barback_cart:musu';

it('is loaded as it was saved, with its sent requests, for its own user only', () => {
  const cart = reduce(EMPTY_CART, { type: 'add', product: BEER });
  const sent = reduce(cart, { type: 'sent', request: requestOf(cart, 190) });
  saveCart('musu', sent);
  expect(loadCart('musu')).toEqual(sent);
  expect(loadCart('john')).toBe(EMPTY_CART);
});

it('is removed from storage when it is empty', () => {
  saveCart('musu', reduce(EMPTY_CART, { type: 'add', product: BEER }));
  saveCart('musu', EMPTY_CART);
  expect(readJson(KEY)).toBeNull();
});

it('is empty when the stored value is invalid', () => {
  for (const invalid of [7, null, 'x', { lines: 3 }, []]) {
    writeJson(KEY, invalid);
    expect(loadCart('musu')).toBe(EMPTY_CART);
  }
  writeJson(KEY, {
    lines: [null, { productId: 1 }, { productId: 1, name: 'Beer', quantity: 0, price: { usd: 1, lrd: 1 } }],
    paymentMethod: 7,
    attempts: [null, {}],
  });
  expect(loadCart('musu')).toEqual(EMPTY_CART);
});

it('has its idempotency key before it is sold, one for all tabs', () => {
  const cart = reduce(EMPTY_CART, { type: 'add', product: BEER });
  saveCart('musu', cart);
  const key = localStorage.getItem(saleKey('musu'));
  expect(key).toBeTruthy();
  saveCart('musu', reduce(cart, { type: 'add', product: BEER }));
  expect(localStorage.getItem(saleKey('musu'))).toBe(key);
});
