/** Tables with guests: what their cards say, and what a tap on them opens. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { cacheQuery, refresh } from '../../../api/http/query';
import type { OrderItem } from '../../../api/types';
import { order, table } from '../../../test/orders';
import { isUnfinished, ordersAt, shown } from '../status';
import { dialog, open, opened, press, resetTables, sent } from '../test/tableService';
import { guestsAt } from './guests';

const SETTLED = { remainingUSD: '0.00', remainingLRD: '0.00' } as const;
const PAID = { ...SETTLED, paymentStatus: 'paid' } as const;
const EMPTY = { ...SETTLED, items: [] };

beforeEach(resetTables);

describe('an occupied table', () => {
  it('opens its bill, with another round first', async () => {
    await open();
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.getByText('James Cooper · 0 min')).toBeTruthy();
    expect(sheet.getByText('Round 1')).toBeTruthy();
    expect(sheet.getByText('Pepper soup')).toBeTruthy();
    press('Add items', sheet);
    const add = await opened('Add items');
    expect(add.getByText('On the order · 5 · $14.00')).toBeTruthy();
    expect(within(add.getByRole('region', { name: 'Again' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('adds one more of what is on the order with its plus', async () => {
    const requests = await open({ 'POST /api/orders/1/items': { status: 201, body: order(1) } });
    press('Table 4');
    press('Add items', await opened('Table 4'));
    const add = await opened('Add items');
    press('One more', within(add.getByText('4 × Club Beer').closest('li') ?? document.body));
    expect(add.getByText('1 new')).toBeTruthy();
    press('Send', add);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders/1/items')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders/1/items')[0]?.body).toMatchObject({
      productId: 1,
      quantity: 1,
    });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add items' })).toBeNull());
    expect(dialog('Table 4').getByText('Round 1')).toBeTruthy();
  });

  it('shows one of its orders when there are several', async () => {
    await open({ 'GET /api/orders': { body: [order(2, { customerName: 'Musu' }), order(1)] } });
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.getByText('Musu · 0 min')).toBeTruthy();
    fireEvent.click(sheet.getByRole('radio', { name: 'James Cooper · $14.00' }));
    expect(sheet.getByText('James Cooper · 0 min')).toBeTruthy();
  });

  it('goes on with the order that owes when the chosen one is paid', async () => {
    const musu = order(2, { customerName: 'Musu' });
    await open({ 'GET /api/orders': { body: [musu, order(1)] } });
    press('Table 4');
    const sheet = await opened('Table 4');
    fireEvent.click(sheet.getByRole('radio', { name: 'James Cooper · $14.00' }));
    cacheQuery('/api/orders', () => [musu, order(1, PAID)]);
    await sheet.findByText('Musu · 0 min');
    expect(sheet.getByRole('button', { name: 'Pay' })).toBeTruthy();
    // It can still be looked at.
    fireEvent.click(sheet.getByRole('radio', { name: 'James Cooper · Paid' }));
    expect(sheet.getByText('James Cooper · 0 min')).toBeTruthy();
  });

  it('closes its bill when it is freed, and shows another one that still owes there', async () => {
    const owing = order(2, { customerName: 'Musu' });
    for (const [orders, left] of [
      [[order(1, PAID)], null],
      [[order(1, PAID), owing], 'Musu · 0 min'],
    ] as const) {
      resetTables();
      await open({ 'GET /api/orders': { body: orders } });
      press('Table 4');
      const sheet = await opened('Table 4');
      cacheQuery('/api/tables', () => [table(1), table(4)]);
      if (left) expect(sheet.getByText(left)).toBeTruthy();
      else await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      cleanup();
    }
  });

  it('asks whether the guests leave who owe nothing any more', async () => {
    const requests = await open({
      'GET /api/orders': { body: [order(1, PAID)] },
      'PATCH /api/tables/4/status': { body: table(4) },
    });
    press('Table 4');
    press('Free table', await opened('Table 4'));
    await waitFor(() => expect(sent(requests, 'PATCH', '/api/tables/4/status')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lets an order from which everything was taken off be cancelled', async () => {
    await open({ 'GET /api/orders': { body: [order(1, EMPTY)] } });
    expect(within(screen.getByRole('button', { name: 'Table 4' })).getByText('Empty')).toBeTruthy();
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.queryByRole('button', { name: 'Pay' })).toBeNull();
    press('Cancel Order', sheet);
    expect((await opened('Cancel this order?')).getByLabelText('Reason')).toBeTruthy();
  });

  it('says what the service charge adds to the rounds', async () => {
    const charge = { ...order(1).items[0], productName: 'Service charge 10%' } as OrderItem;
    const charged = order(1, {
      serviceLines: [charge],
      serviceChargeUSD: '1.40',
      serviceChargeLRD: '266.00',
      grandTotalUSD: '15.40',
      grandTotalLRD: '2926.00',
    });
    await open({ 'GET /api/orders': { body: [charged] } });
    press('Table 4');
    const sheet = await opened('Table 4');
    expect(sheet.getByText('Service charge 10%').nextElementSibling?.textContent).toBe('$1.40 · L$266');
    expect(sheet.getByText('Total').nextElementSibling?.textContent).toBe('$15.40 · L$2,926');
  });

  it('can have another order', async () => {
    await open();
    press('Table 4');
    press(/^More for/, await opened('Table 4'));
    press('New Drink Order', await opened('Order #1'));
    const form = await opened('Table 4');
    expect(form.getByText('New Drink Order · 6 seats')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Table 4' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('starts a new order when it has none', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { status: 'served', paymentStatus: 'paid' })] } });
    press('Table 4');
    const form = await opened('Table 4');
    expect(form.getByText('New Drink Order · 6 seats')).toBeTruthy();
  });

  it('shows what is due, who sits there and since when', async () => {
    await open();
    const spot = screen.getByRole('button', { name: 'Table 4' });
    expect(spot.textContent).toBe('4James· 0 min$14.00L$2,660');
  });

  it('says no name where the order has that of the table', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { customerName: 'Table 4' })] } });
    expect(screen.getByRole('button', { name: 'Table 4' }).textContent).toBe('40 min$14.00L$2,660');
    // It moved here from another table.
    expect(guestsAt(table(4), [order(1, { customerName: 'Table 3' })], 0)?.name).toBe('');
  });

  it('is counted above the tables for what it owes', async () => {
    const orders = [order(4, EMPTY), order(3, PAID), order(2, { isOnCredit: 'true' }), order(1)];
    await open({ 'GET /api/orders': { body: orders } });
    expect(screen.getByText('1 open · $14.00 · L$2,660')).toBeTruthy();
  });

  it('says since when it is occupied where the phone knows no order of it', async () => {
    const occupiedAt = new Date(Date.now() - 8 * 60_000).toISOString();
    const taken = table(4, { status: 'occupied', occupiedAt });
    await open({ 'GET /api/tables': { body: [table(1), taken] }, 'GET /api/orders': { body: [] } });
    expect(screen.getByRole('button', { name: 'Table 4' }).textContent).toBe('4Occupied· 8 min4 seats');
  });

  it('closes its bill once its order is at another table', async () => {
    await open();
    press('Table 4');
    await opened('Table 4');
    cacheQuery('/api/orders', () => [order(1, { tableId: 5, tableNumber: 5 })]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has a colour and a word only while somebody waits', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { status: 'ready' })] } });
    const spot = screen.getByRole('button', { name: 'Table 4' });
    expect(spot.dataset.status).toBe('ready');
    expect(within(spot).getByText('Ready')).toBeTruthy();
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
      due: { usd: 2800, lrd: 532_000 },
      currency: 'USD',
      settled: null,
      name: 'Musu +1',
      since: '1 h 5',
      waits: null,
    });
  });

  it('owe nothing here when only serving is left, also on a tab', () => {
    expect(guests([at(PAID)], 2)?.settled).toBe('Paid');
    expect(guests([at({ isOnCredit: 'true' })], 2)?.settled).toBe('On Credit');
    expect(guests([at({ ...PAID, status: 'served' })], 2)).toBeNull();
    expect(guests([at({ isOnCredit: 'true', status: 'served' })], 2)).toBeNull();
  });

  it('wait for what is ready before they wait for their change', () => {
    const bill = { at: '', grandTotalUSD: '14.00', grandTotalLRD: '2660.00', number: 'B-1', printCount: 1 };
    const billed = at({ bill: { ...bill, state: 'open' } as never });
    expect(guests([billed], 2)?.waits).toEqual({ word: 'Billed', status: 'warning' });
    expect(guests([billed, at({ status: 'ready' }, 2)], 2)?.waits?.word).toBe('Ready');
    expect(guests([at({})], 2)?.waits).toBeNull();
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
    expect(ordersAt(table(4, { status: 'occupied' }), all).map(({ id }) => id)).toEqual([5, 3]);
  });
});

describe('the orders of a table', () => {
  const EARLIER = '2026-11-21T20:00:00.000Z';
  const FREED = '2026-11-21T21:30:00.000Z';
  const freed = table(4, { status: 'occupied', occupiedAt: FREED });
  const idsAt = (at: typeof freed, ...orders: ReturnType<typeof order>[]) =>
    ordersAt(at, orders).map(({ id }) => id);

  it('are without what earlier guests paid, or have on a tab', () => {
    const left = [
      order(1, { ...PAID, seatedAt: EARLIER }),
      order(2, { isOnCredit: 'true', seatedAt: EARLIER }),
      order(3, { ...EMPTY, seatedAt: EARLIER }),
    ];
    expect(idsAt(freed, ...left, order(4, { seatedAt: FREED }))).toEqual([4]);
    expect(idsAt(table(4), ...left)).toEqual([]);
    // Until the table is freed they are of the same guests.
    const occupied = table(4, { status: 'occupied', occupiedAt: EARLIER });
    expect(idsAt(occupied, ...left, order(4, { seatedAt: FREED }))).toEqual([4, 3, 2, 1]);
  });

  it('are with what earlier guests still owe', () => {
    expect(idsAt(freed, order(1, { seatedAt: EARLIER }), order(2, { ...PAID, seatedAt: FREED }))).toEqual([
      1, 2,
    ]);
    expect(idsAt(table(4), order(1, { seatedAt: EARLIER }))).toEqual([1]);
  });

  it('begin with what the newest guests owe, and keep the bills of a split in their order', () => {
    const split = (id: number, more = {}) => order(id, { splitGroup: 2, ...more });
    const all = [order(1), split(2), split(5), split(6, PAID), order(4, PAID)];
    expect(idsAt(table(4, { status: 'occupied' }), ...all)).toEqual([2, 5, 1, 4, 6]);
  });
});

describe('an order of colleagues, where bartenders see their own', () => {
  const STATES = 'GET /api/orders/states';
  const PAID_STATE = {
    id: 1,
    tableId: 4,
    seatedAt: new Date().toISOString(),
    status: 'pending',
    billState: null,
  };
  beforeEach(() => boxStore.set({ ...UNKNOWN_BOX, people: { bartendersSee: 'own' } }));
  afterEach(() => boxStore.set(UNKNOWN_BOX));

  /** A phone that sees the order until a colleague is paid for it. */
  async function opensBeforePayment() {
    let paid = false;
    const requests = await open({
      'GET /api/orders': () => ({ body: paid ? [] : [order(1)] }),
      [STATES]: () => ({ body: paid ? [{ ...PAID_STATE, paymentStatus: 'paid' }] : [] }),
    });
    const colleagueTakesMoney = () => {
      paid = true;
      return refresh('/api/orders');
    };
    return { requests, colleagueTakesMoney };
  }
  const tile = () => screen.getByRole('button', { name: 'Table 4' });

  it('is Paid on its tile and in the sheet that is open, and the table can be freed', async () => {
    const { colleagueTakesMoney } = await opensBeforePayment();
    expect(tile().textContent).toContain('$14.00');
    press('Table 4');
    const sheet = await opened('Table 4');
    await colleagueTakesMoney();
    await sheet.findByText('Paid');
    expect(sheet.queryByText(/\$|L\$/)).toBeNull();
    expect(sheet.getByRole('button', { name: 'Free table' })).toBeTruthy();
    expect(tile().textContent).toContain('Paid');
    press('Close', sheet);
    press('Table 4');
    await (await opened('Table 4')).findByText('Paid');
  });

  it('is Paid in a payment that was begun', async () => {
    const { colleagueTakesMoney } = await opensBeforePayment();
    press('Table 4');
    press('Pay', await opened('Table 4'));
    const payment = await opened('Process Payment');
    await colleagueTakesMoney();
    await payment.findByText('This order is paid.');
  });

  it('is not asked for where bartenders see all', async () => {
    boxStore.set(UNKNOWN_BOX);
    const requests = await open();
    expect(sent(requests, 'GET', '/api/orders/states')).toEqual([]);
  });
});
