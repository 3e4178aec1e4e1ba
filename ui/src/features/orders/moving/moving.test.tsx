/** The sheets that move items and orders, from the button More of a card. */
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refresh } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { choose } from '../../../test/fields';
import { order, table } from '../../../test/orders';
import { signInAs } from '../../../test/people';
import { card, open, opened, press, resetTables, sent } from '../test/tableService';

beforeEach(resetTables);

const OTHER = order(2, { tableId: 1, tableNumber: 1, customerName: 'Musu' });
type Answers = Parameters<typeof open>[0];

async function openSheet(name: string, answers: Answers = {}) {
  const requests = await open({ 'GET /api/orders': { body: [order(1), OTHER] }, ...answers });
  press(/^More for/, card());
  fireEvent.click(await (await opened('Order #1')).findByRole('button', { name }));
  const sheet = await opened(name);
  return { requests, sheet };
}

describe('Move Items', () => {
  const MOVE = 'POST /api/orders/1/move';
  const moved = { body: { order: order(1), target: OTHER } };

  it('takes pieces to another order', async () => {
    const { requests, sheet } = await openSheet('Move Items', { [MOVE]: moved });
    fireEvent.click(await sheet.findByRole('button', { name: 'Move' }));
    expect(sheet.getByText('Choose what to move')).toBeTruthy();
    expect(sheet.getByText('Choose where the items go')).toBeTruthy();
    const [less, more] = [
      sheet.getAllByRole('button', { name: 'One less' }),
      sheet.getAllByRole('button', { name: 'One more' }),
    ];
    expect(less[0]).toHaveProperty('disabled', true);
    fireEvent.click(more[0] as HTMLElement);
    fireEvent.click(more[0] as HTMLElement);
    choose(sheet.getByLabelText('To'), 'order:2');
    press('Move', sheet);
    expect(await screen.findByText('Items moved')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/move')[0]?.body).toEqual({
      items: [{ itemId: 1, quantity: 2, of: 4 }],
      to: { orderId: 2 },
    });
  });

  it('starts a new order, here or at another table', async () => {
    const { requests, sheet } = await openSheet('Move Items', { [MOVE]: moved });
    await sheet.findByLabelText('To');
    const names = [...sheet.getByLabelText('To').children].map(({ textContent }) => textContent);
    expect(names).toEqual(['Choose where to', 'New order', 'Table 1 · Musu · #2', 'New order, Table 1']);
    press('All', sheet);
    choose(sheet.getByLabelText('To'), 'table:1');
    press('Move', sheet);
    await screen.findByText('Items moved');
    expect(sent(requests, 'POST', '/api/orders/1/move')[0]?.body).toMatchObject({
      items: [{ itemId: 1, quantity: 4, of: 4 }],
      to: { new: { tableId: 1, orderType: 'dine_in' } },
    });
  });

  it('stays open when another phone was faster, with the choices that still fit', async () => {
    const fresh = order(1, { items: [{ ...order(1).items[0], quantity: 1 }] as never });
    const { sheet } = await openSheet('Move Items', {
      [MOVE]: refusal(409, 'order_changed', 'Changed', { order: fresh, target: null }),
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'All' }));
    choose(sheet.getByLabelText('To'), 'new');
    press('Move', sheet);
    expect(await sheet.findByText('This order has changed. Check it and try again.')).toBeTruthy();
    expect(sheet.getByLabelText('To')).toHaveProperty('value', 'new');
  });

  it('sends again what it has sent when the answer was lost', async () => {
    const [beer, soup] = order(1).items as [Order['items'][number], Order['items'][number]];
    const five = order(1, { items: [{ ...beer, quantity: 5 }, soup] });
    const three = order(1, { items: [{ ...beer, quantity: 3 }, soup] });
    let now = five;
    let lost = true;
    const { requests, sheet } = await openSheet('Move Items', {
      'GET /api/orders': () => ({ body: [now, OTHER] }),
      [MOVE]: () => (lost ? ('lost' as const) : { body: { order: three, target: OTHER } }),
    });
    const [more] = await sheet.findAllByRole('button', { name: 'One more' });
    fireEvent.click(more as HTMLElement);
    fireEvent.click(more as HTMLElement);
    choose(sheet.getByLabelText('To'), 'order:2');
    vi.useFakeTimers();
    press('Move', sheet);
    await vi.advanceTimersByTimeAsync(19_000);
    await vi.waitFor(() => expect(screen.getByText(/^Failed: The box did not answer/)).toBeTruthy(), 5000);
    vi.useRealTimers();
    now = three;
    await refresh('/api/orders');
    await sheet.findByText('3 × Club Beer');
    lost = false;
    press('Move', sheet);
    await screen.findByText('Items moved');
    const calls = sent(requests, 'POST', '/api/orders/1/move');
    expect(calls.length).toBeGreaterThan(1);
    expect(new Set(calls.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ items: [{ itemId: 1, quantity: 2, of: 5 }], to: { orderId: 2 } })]),
    );
    expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('says why it was refused', async () => {
    const { sheet } = await openSheet('Move Items', {
      [MOVE]: refusal(409, 'conflict', 'More is paid than the rest'),
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'All' }));
    choose(sheet.getByLabelText('To'), 'new');
    press('Move', sheet);
    expect(await screen.findByText('Failed: More is paid than the rest')).toBeTruthy();
  });
});

describe('Move Table', () => {
  const MOVE = 'POST /api/tables/4/move';

  it('asks before it moves to a table that is reserved', async () => {
    const answer = { from: table(4), to: table(1, { status: 'occupied' }), orders: [order(1)] };
    const { requests, sheet } = await openSheet('Move Table', {
      [MOVE]: (_, count) =>
        count === 1
          ? refusal(409, 'table_not_free', 'Table 1 is reserved', { status: 'reserved' })
          : { body: answer },
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Table 1 · Available' }));
    press('Cancel', await opened('Table 1 is reserved. Move anyway?'));
    press('Table 1 · Available', sheet);
    expect(await screen.findByText('Table moved')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/tables/4/move').map(({ body }) => body)).toEqual([
      { toTableId: 1 },
      { toTableId: 1 },
    ]);
  });

  it('moves anyway', async () => {
    const { requests, sheet } = await openSheet('Move Table', {
      [MOVE]: refusal(409, 'table_not_free', 'Table 1 is cleaning', { status: 'cleaning' }),
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Table 1 · Available' }));
    press('Move Anyway', await opened('Table 1 is cleaning. Move anyway?'));
    await waitFor(() => expect(sent(requests, 'POST', '/api/tables/4/move')).toHaveLength(2));
    expect(sent(requests, 'POST', '/api/tables/4/move')[1]?.body).toEqual({ toTableId: 1, anyway: true });
  });

  it('asks before it moves to a table with other guests', async () => {
    const { requests, sheet } = await openSheet('Move Table', {
      'GET /api/tables': { body: [table(1, { status: 'occupied' }), table(4, { status: 'occupied' })] },
      [MOVE]: { body: { from: table(4), to: table(1), orders: [order(1)] } },
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Table 1 · Occupied' }));
    const ask = await opened('Table 1 is occupied. Move anyway?');
    expect(sent(requests, 'POST', '/api/tables/4/move')).toHaveLength(0);
    press('Move Anyway', ask);
    await screen.findByText('Table moved');
    expect(sent(requests, 'POST', '/api/tables/4/move')[0]?.body).toEqual({ toTableId: 1, anyway: true });
  });

  it('moves one of several orders', async () => {
    const both = [order(1), order(3, { customerName: 'Musu' })];
    const requests = await open({
      'GET /api/orders': { body: both },
      [MOVE]: { body: { from: table(4), to: table(1), orders: [order(1)] } },
    });
    fireEvent.click(screen.getAllByRole('button', { name: /^More for/ })[0] as HTMLElement);
    fireEvent.click(await (await opened('Order #1')).findByRole('button', { name: 'Move Table' }));
    const sheet = await opened('Move Table');
    fireEvent.click(await sheet.findByRole('radio', { name: 'This order' }));
    press('Table 1 · Available', sheet);
    await screen.findByText('Table moved');
    expect(sent(requests, 'POST', '/api/tables/4/move')[0]?.body).toEqual({ toTableId: 1, orderIds: [1] });
  });
});

it('merges other orders into this one', async () => {
  const { requests, sheet } = await openSheet('Merge Orders', {
    'POST /api/orders/1/merge': { body: order(1) },
  });
  fireEvent.click(await sheet.findByRole('button', { name: 'Merge into this order' }));
  expect(sheet.getByText('Choose an order')).toBeTruthy();
  fireEvent.click(sheet.getByLabelText('Table 1 · Musu · #2'));
  press('Merge into this order', sheet);
  expect(await screen.findByText('Orders merged')).toBeTruthy();
  expect(sent(requests, 'POST', '/api/orders/1/merge')[0]?.body).toEqual({ from: [2] });
});

describe('Hand Over', () => {
  const COLLEAGUES = {
    'GET /api/colleagues': {
      body: [
        { id: 3, username: 'bartender', name: 'Ben' },
        { id: 5, username: 'ama', name: 'Ama Kollie' },
      ],
    },
  };
  const TRANSFER = 'POST /api/orders/transfer';

  it('gives the order to a colleague', async () => {
    const { requests, sheet } = await openSheet('Hand Over', {
      ...COLLEAGUES,
      [TRANSFER]: { body: [order(1, { servedById: 5, servedBy: 'ama' })] },
    });
    choose(await sheet.findByLabelText('To'), '5');
    expect(sheet.queryByRole('button', { name: 'Take Over' })).toBeNull();
    press('Hand Over', sheet);
    expect(await screen.findByText('Handed over')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/transfer')[0]?.body).toEqual({ userId: 5, orderIds: [1] });
  });

  it('takes the order of a colleague', async () => {
    const hers = order(1, { servedById: 5, servedBy: 'ama' });
    const { requests, sheet } = await openSheet('Hand Over', {
      'GET /api/orders': { body: [hers] },
      ...COLLEAGUES,
      [TRANSFER]: { body: [order(1)] },
    });
    fireEvent.click(await sheet.findByRole('button', { name: 'Take Over' }));
    await screen.findByText('Handed over');
    expect(sent(requests, 'POST', '/api/orders/transfer')[0]?.body).toEqual({ userId: 3, orderIds: [1] });
  });
});

describe('the card', () => {
  it('says what became of the order', async () => {
    const more = {
      splitGroup: 1,
      splitIndex: 2,
      splitCount: 3,
      shares: { of: 4, paid: 2, left: 2 },
      servedBy: 'ama',
      bill: { state: 'changed' },
    };
    await open({ 'GET /api/orders': { body: [order(1, more as never)] } });
    for (const badge of ['Bill 2 of 3', 'Part 2 of 4 paid', 'Changed after the bill', 'Served by ama'])
      expect(card().getByText(badge)).toBeTruthy();
  });

  it('is in Mine of who serves it', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { servedBy: 'ama' }), order(2)] } });
    expect(screen.getAllByRole('article', { name: 'Table 4' })).toHaveLength(2);
    fireEvent.click(screen.getByRole('radio', { name: 'Mine' }));
    await waitFor(() => expect(screen.getAllByRole('article', { name: 'Table 4' })).toHaveLength(1));
    expect(card().queryByText('Served by ama')).toBeNull();
  });

  it('of a walk-out says so', async () => {
    signInAs('manager');
    const gone = order(1, { status: 'served', paymentStatus: 'paid', closedAs: 'walk_out' });
    await open({ 'GET /api/orders': { body: [gone] } });
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect(await card().findByText('Walk-out')).toBeTruthy();
    expect(card().queryByRole('button', { name: 'Split' })).toBeNull();
  });
});
