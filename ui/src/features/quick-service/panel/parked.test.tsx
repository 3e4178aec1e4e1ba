/** Carts that are put aside for other guests. */
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { BEER } from '../../../test/products';
import { EMPTY_CART, reduce, requestOf } from '../cart';
import { loadCart, saveCart } from '../savedCart';
import { fakeTillServer, open, pressProcessSale, resetTill, sales, tap } from '../test/till';

beforeEach(resetTill);

const add = { type: 'add', product: BEER } as const;

it('moves goods between carts, and loses none', () => {
  const parked = reduce(reduce(EMPTY_CART, add), { type: 'park' });
  expect(parked).toMatchObject({ lines: [], parked: [{ id: 1, lines: [{ quantity: 1 }] }] });
  const second = reduce(reduce(parked, add), add);
  const back = reduce(second, { type: 'unpark', id: 1 });
  expect(back).toMatchObject({ lines: [{ quantity: 1 }], parked: [{ id: 2, lines: [{ quantity: 2 }] }] });
  // Taken back already, such as in another window.
  expect(reduce(back, { type: 'unpark', id: 1 })).toBe(back);
  saveCart('musu', back);
  expect(loadCart('musu').parked).toEqual(back.parked);
  expect(loadCart('fatu').parked).toEqual([]);
});

it('stays aside when the present cart is sold or cleared', () => {
  const cart = reduce(reduce(reduce(EMPTY_CART, add), { type: 'park' }), add);
  const request = requestOf(cart, 190);
  const sold = reduce(reduce(cart, { type: 'sent', request }), { type: 'sold', request });
  expect(sold).toEqual({ ...EMPTY_CART, parked: cart.parked });
  expect(reduce(cart, { type: 'clear' })).toEqual({ ...EMPTY_CART, parked: cart.parked });
});

it('does not move while the box may have stored the present one', () => {
  const cart = reduce(reduce(reduce(EMPTY_CART, add), { type: 'park' }), add);
  const sent = reduce(cart, { type: 'sent', request: requestOf(cart, 190) });
  expect(reduce(sent, { type: 'park' })).toBe(sent);
  expect(reduce(sent, { type: 'unpark', id: 1 })).toBe(sent);
});

it('is parked, survives a reload, and is sold once it is taken back', async () => {
  const requests = fakeTillServer();
  await open(false);
  tap(/Club Beer/);
  fireEvent.click(await screen.findByRole('button', { name: /Open cart/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Park' }));
  cleanup();
  await open(false);
  fireEvent.click(await screen.findByRole('radio', { name: 'Parked · $2.00' }));
  await screen.findByRole('button', { name: /Open cart/ });
  expect(screen.queryByRole('radio', { name: /^Parked/ })).toBeNull();
  pressProcessSale();
  await screen.findByText('Sold');
  expect(sales(requests)).toHaveLength(1);
  expect(sales(requests)[0]?.body).toMatchObject({ sales: [{ productId: BEER.id, quantity: 1 }] });
});
