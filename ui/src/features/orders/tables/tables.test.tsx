/** Tables with guests: what their cards say, and what a tap on them opens. */
import { screen, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { order, table } from '../../../test/orders';
import { isUnfinished, ordersAt, shown } from '../status';
import { open, opened, press, resetTables } from '../test/tableService';
import { guestsAt } from './guests';

beforeEach(resetTables);

describe('an occupied table', () => {
  it('opens its order', async () => {
    await open();
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.getByText('James Cooper · 0770 55 12 40', { exact: false })).toBeTruthy();
    press('New Drink Order', sheet);
    const form = await opened('New Drink Order');
    expect(form.getByText('Table 4', { selector: 'small' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Table 4' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('lists its orders when there are several', async () => {
    await open({ 'GET /api/orders': { body: [order(2, { customerName: 'Musu' }), order(1)] } });
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.getAllByRole('article', { name: 'Table 4' })).toHaveLength(2);
  });

  it('starts a new order when it has none', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { status: 'served', paymentStatus: 'paid' })] } });
    press('Table 4');
    const form = await opened('New Drink Order');
    expect(form.getByText('Table 4', { selector: 'small' })).toBeTruthy();
  });

  it('shows what is due, who sits there and since when', async () => {
    await open();
    const card = screen.getByRole('button', { name: 'Table 4' }).closest('article') ?? document.body;
    expect(within(card).getByText('$14.00 · L$2,660')).toBeTruthy();
    expect(within(card).getByText('James Cooper')).toBeTruthy();
    expect(within(card).getByText('0 min')).toBeTruthy();
  });
});

describe('the guests of a table', () => {
  const began = Date.parse('2026-11-21T20:00:00Z');
  const at = (more: Parameters<typeof order>[1], id = 1) =>
    order(id, { createdAt: '2026-11-21T20:00:00Z', ...more });
  const guests = (orders: ReturnType<typeof order>[], minutes: number) =>
    guestsAt(table(4, { status: 'occupied' }), orders, began + minutes * 60_000);

  it('owe the sum of their orders since the first of them', () => {
    const later = at({ createdAt: '2026-11-21T20:50:00Z', customerName: 'Musu' }, 2);
    expect(guests([later, at({})], 65)).toEqual({
      due: '$28.00 · L$5,320',
      name: 'James Cooper +1',
      since: '1 h 5 min',
    });
  });

  it('owe nothing here when only serving is left, also on a tab', () => {
    const paid = { paymentStatus: 'paid', remainingUSD: '0.00', remainingLRD: '0.00' } as const;
    expect(guests([at(paid)], 2)?.due).toBe('Paid');
    expect(guests([at({ isOnCredit: 'true' })], 2)?.due).toBe('On Credit');
    expect(guests([at({ ...paid, status: 'served' })], 2)).toBeNull();
    expect(guests([at({ isOnCredit: 'true', status: 'served' })], 2)).toBeNull();
  });

  it('are there since now when the phone is behind the box', () => {
    expect(guests([at({})], -9)?.since).toBe('0 min');
  });
});

describe('open orders', () => {
  it('are those that are not both served and paid', () => {
    const all = [
      order(5, { status: 'served' }),
      order(4, { status: 'served', paymentStatus: 'paid' }),
      order(3, { status: 'ready', paymentStatus: 'paid' }),
      order(2, { status: 'cancelled' }),
      order(1, { status: 'served', isOnCredit: 'true' }),
    ];
    expect(shown(all, 'open', null).map(({ id }) => id)).toEqual([5, 3, 1]);
    expect(all.filter(isUnfinished)).toHaveLength(3);
    expect(ordersAt(table(4), all).map(({ id }) => id)).toEqual([3, 5]);
  });
});
