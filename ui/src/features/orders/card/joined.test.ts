/** Equal goods of an order as one line. */
import { expect, it } from 'vitest';
import type { OrderItem } from '../../../api/types';
import { joined } from './joined';

const beer = (id: number, more: Partial<OrderItem> = {}) =>
  ({
    id,
    productId: 1,
    productName: 'Club Beer',
    quantity: 1,
    currency: 'USD',
    unitPriceUSD: '2.00',
    unitPriceLRD: '380.00',
    totalPrice: '2.00',
    isComp: false,
    discountUSD: '0.00',
    discountLRD: '0.00',
    discountReason: null,
    notes: null,
    guest: null,
    ...more,
  }) as OrderItem;

it('joins what was ordered in several rounds', () => {
  const rounds = Array.from({ length: 25 }, (_, at) => beer(at + 1));
  expect(joined(rounds)).toEqual([
    { id: 1, productName: 'Club Beer', quantity: 25, currency: 'USD', notes: null, total: 5000 },
  ]);
});

it('keeps apart what differs in price, note, guest, or who gave it', () => {
  const others = [
    beer(2, { unitPriceUSD: '1.50', totalPrice: '1.50' }),
    beer(3, { notes: 'no ice' }),
    beer(4, { guest: 'Musa' }),
    beer(5, { isComp: true, totalPrice: '0.00' }),
    beer(6, { discountReason: 'Regular guest' }),
    beer(7, { productId: 2, productName: 'Fanta' }),
  ];
  expect(joined([beer(1), ...others]).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
