/** What goes with Move Items, and where to. */
import { expect, it } from 'vitest';
import { order, table } from '../../../test/orders';
import { otherOrders, otherTables, partsOf, targetOf, toOrder, toTable } from './parts';

it('takes at most the pieces that are there', () => {
  const { items } = order(1);
  expect(partsOf({ 1: 2 }, items)).toEqual([{ itemId: 1, quantity: 2, of: 4 }]);
  expect(partsOf({ 1: 9, 5: 0 }, items)).toEqual([{ itemId: 1, quantity: 4, of: 4 }]);
});

it('goes to open orders, those of the same table first, and to other tables', () => {
  const all = [
    order(1),
    order(2, { tableId: 7 }),
    order(3),
    order(4, { paymentStatus: 'paid' }),
    order(5, { status: 'cancelled' }),
    order(6, { isOnCredit: 'true' }),
  ];
  expect(otherOrders(order(1), all).map(({ id }) => id)).toEqual([3, 2]);
  expect(otherTables(order(1), [table(4), table(7)]).map(({ id }) => id)).toEqual([7]);
});

it('reads the choice', () => {
  expect([targetOf(''), targetOf('new')]).toEqual([null, { new: {} }]);
  expect([targetOf(toOrder(3)), targetOf(toTable(7))]).toEqual([
    { orderId: 3 },
    { new: { tableId: 7, orderType: 'dine_in' } },
  ]);
});
