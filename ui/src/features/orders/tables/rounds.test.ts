/** The rounds of an order. */
import { expect, it } from 'vitest';
import type { OrderItem } from '../../../api/types';
import { order } from '../../../test/orders';
import { roundsOf } from './rounds';

const [beer, soup] = order(1).items as [OrderItem, OrderItem];
const at = (item: OrderItem, id: number, time: string, addedBy = 'musu') => ({
  ...item,
  id,
  addedBy,
  addedAt: `2026-11-21T20:${time}Z`,
});

it('are what one person added at about the same time, the latest first', () => {
  const items = [at(soup, 3, '58:02'), at(beer, 1, '22:00'), at(soup, 2, '22:30'), at(beer, 4, '58:01')];
  expect(roundsOf(items).map(({ number, items: of }) => [number, of.map(({ id }) => id)])).toEqual([
    [2, [4, 3]],
    [1, [1, 2]],
  ]);
});

it('are apart where two people added something', () => {
  const rounds = roundsOf([at(beer, 1, '22:00', 'hawa'), at(beer, 2, '22:05', 'musu')]);
  expect(rounds.map(({ by }) => by)).toEqual(['musu', 'hawa']);
});

it('cost what their items cost without the discount', () => {
  const less = {
    ...at(beer, 1, '22:00'),
    grossUSD: '7.20',
    grossLRD: '1368.00',
    discountUSD: '0.80',
    discountLRD: '152.00',
  };
  const free = {
    ...at(soup, 2, '22:00'),
    isComp: true,
    grossUSD: '0.00',
    grossLRD: '0.00',
    discountUSD: '6.00',
  };
  expect(roundsOf([less, free])[0]?.total).toEqual({ usd: 800, lrd: 152_000 });
});
