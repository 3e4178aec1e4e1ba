/** What is said when another phone changes a cart or an order. */
import { expect, it } from 'vitest';
import { changesText } from './strings';

const CART = { updated: 'Cart updated', removed: 'Removed from the cart.' };

it('names what sold out, and the rest', () => {
  const wine = { name: 'House white wine', left: 0 };
  expect(changesText([wine], CART)).toEqual(['House white wine just sold out.', 'Removed from the cart.']);
  expect(changesText([wine, { name: 'Club Beer', left: 2 }, { name: 'Guinness' }], CART)).toEqual([
    'Cart updated',
    'House white wine just sold out. Removed from the cart. Club Beer: Only 2 units available. Guinness: new price.',
  ]);
});
