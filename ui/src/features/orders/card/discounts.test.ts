/** The discounts of an order as one line. */
import { expect, it } from 'vitest';
import type { OrderItem } from '../../../api/types';
import { order } from '../../../test/orders';
import { discountsOf, listTotalOf } from './discounts';

const [beer, soup] = order(1).items as [OrderItem, OrderItem];
const regular = { discountReason: 'Regular guest', approvedBy: 'sarah' };
const beerLess = {
  ...beer,
  ...regular,
  totalPrice: '7.20',
  discountUSD: '0.80',
  discountLRD: '152.00',
};
const soupLess = {
  ...soup,
  ...regular,
  totalPrice: '1026.00',
  discountUSD: '0.60',
  discountLRD: '114.00',
};

it('is one line for one reason, whatever it is on', () => {
  expect(discountsOf({ items: [beerLess, soupLess] })).toEqual([
    { text: '−10 % · Regular guest', approvedBy: 'sarah', amounts: { usd: 140, lrd: 26_600 } },
  ]);
  expect([beerLess, soupLess].map(listTotalOf)).toEqual([800, 114_000]);
});

it('names the percent also where rounding has moved it, and not where there is none', () => {
  const cheap = { ...beerLess, totalPrice: '0.31', discountUSD: '0.04' };
  expect(discountsOf({ items: [cheap, soupLess] })[0]?.text).toBe('−10 % · Regular guest');
  const amount = { ...beerLess, totalPrice: '5.00', discountUSD: '3.00' };
  expect(discountsOf({ items: [amount, soupLess] })[0]?.text).toBe('Discount · Regular guest');
});

it('has a line for each reason, and none for what is given free', () => {
  const free = { ...soup, isComp: true, totalPrice: '0.00', discountUSD: '6.00', discountLRD: '1140.00' };
  expect(discountsOf({ items: [beer, free] })).toEqual([]);
  expect(listTotalOf(free)).toBe(0);
  const other = { ...soupLess, discountReason: 'Spilled' };
  expect(discountsOf({ items: [beerLess, other] }).map(({ text }) => text)).toEqual([
    '−10 % · Regular guest',
    '−10 % · Spilled',
  ]);
});
