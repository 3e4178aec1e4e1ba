/** The table service: moving an order on, cancelling it, its items and credit, and the status of the tables. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { order, table } from '../../test/orders';
import { signInAs } from '../../test/people';
import { FULL_RECEIPT } from '../../test/receipts';
import { card, deed, dialog, open, opened, press, resetTables, sent, TABLES } from './test/tableService';

beforeEach(resetTables);

describe('an order', () => {
  it('shows its customer, items, amounts and status', async () => {
    await open({
      'GET /api/orders': {
        body: [
          order(1, {
            notes: 'Extra pepper',
            paymentStatus: 'partial',
            paidAmountUSD: '10.00',
            remainingUSD: '4.00',
            remainingLRD: '760.00',
            isOnCredit: 'true',
          }),
        ],
      },
    });
    const text = screen.getByRole('article', { name: 'Table 4' }).textContent;
    for (const part of [
      'Pending',
      'Partial',
      'On Credit',
      'James Cooper · 0770 55 12 40',
      'Dine In',
      '4×Club Beer$8.00',
    ])
      expect(text).toContain(part);
    for (const part of ['1×Pepper soupL$1,140', 'Extra pepper', 'Total$14.00 · L$2,660', 'Paid$10.00'])
      expect(text).toContain(part);
    expect(text).toContain('Payment due$4.00 · L$760');
    expect(card().queryByRole('button', { name: 'Attach to Credit' })).toBeNull();
    expect(card().getByRole('button', { name: 'Payment' })).toBeTruthy();
  });

  it('moves on step by step, and reports a failure', async () => {
    const requests = await open({
      'PATCH /api/orders/1/status': (_, count) =>
        count === 1
          ? { body: order(1, { status: 'preparing' }) }
          : refusal(409, 'bad_transition', 'An order that is ready cannot become ready'),
      'GET /api/orders': (_, count) => ({ body: [order(1, count > 1 ? { status: 'preparing' } : {})] }),
    });
    press('Start Preparing', card());
    press(await screen.findByText('Mark Ready').then(() => 'Mark Ready'), card());
    expect(await screen.findByText('Failed to update order status')).toBeTruthy();
    expect(screen.getByText('An order that is ready cannot become ready')).toBeTruthy();
    expect(sent(requests, 'PATCH', '/api/orders/1/status').map(({ body }) => body)).toEqual([
      { status: 'preparing' },
      { status: 'ready' },
    ]);
  });

  it('is filtered by status, with a text when none is found', async () => {
    await open();
    fireEvent.click(screen.getByRole('radio', { name: 'Served' }));
    expect(screen.getByText('No drink orders found')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Pending' }));
    expect(card()).toBeTruthy();
  });

  it('is cancelled with a reason', async () => {
    const requests = await open({
      'PATCH /api/orders/1/status': { body: order(1, { status: 'cancelled', cancelReason: 'Left' }) },
    });
    await deed('Cancel Order');
    press('Keep', await opened('Cancel this order?'));
    await deed('Cancel Order');
    const ask = await opened('Cancel this order?');
    press('Cancel Order', ask);
    expect(ask.getByText('Reason is required')).toBeTruthy();
    type(ask.getByLabelText('Reason'), 'Left');
    press('Cancel Order', ask);
    expect(await screen.findByText('Order cancelled')).toBeTruthy();
    expect(sent(requests, 'PATCH', '/api/orders/1/status')[0]?.body).toEqual({
      status: 'cancelled',
      reason: 'Left',
    });
  });

  it('is voided by a manager once it has a payment', async () => {
    signInAs('manager');
    const requests = await open({
      'GET /api/orders': {
        body: [order(1, { paymentStatus: 'paid', status: 'ready', receiptNumber: 'R-1' })],
      },
      'POST /api/orders/1/void': {
        body: {
          ...order(1, { status: 'cancelled' }),
          refunds: [{ tenders: [{ method: 'card', name: 'Card', currency: 'USD', amount: '-14.00' }] }],
        },
      },
    });
    expect(card().queryByRole('button', { name: 'Cancel Order' })).toBeNull();
    await deed('Void Order');
    const ask = await opened('Void this order?');
    type(ask.getByLabelText('Reason'), 'Wrong table');
    // Food does not go back unless it is ticked.
    expect(ask.getByLabelText('4 × Club Beer')).toHaveProperty('checked', true);
    expect(ask.getByLabelText('1 × Pepper soup')).toHaveProperty('checked', false);
    fireEvent.click(ask.getByLabelText('1 × Pepper soup'));
    press('Void Order', ask);
    expect(await screen.findByText('Order voided')).toBeTruthy();
    expect(screen.getByText('Give the guest $14.00 back by card')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/void')[0]?.body).toEqual({
      reason: 'Wrong table',
      returnItemIds: [1, 5],
    });
  });

  it('gives the tip back too, where there was one', async () => {
    signInAs('manager');
    boxStore.set({ ...UNKNOWN_BOX, tips: { mode: 'person' } });
    const totals = { ...FULL_RECEIPT.totals, displayTip: '$2.50' };
    const paid = {
      paymentStatus: 'paid',
      status: 'ready',
      paidAmountUSD: '14.00',
      receiptNumber: 'R-1',
    } as const;
    const requests = await open({
      'GET /api/orders': { body: [order(1, paid)] },
      'GET /api/receipts/R-1': (_, count) => ({
        body: count === 1 ? FULL_RECEIPT : { ...FULL_RECEIPT, totals },
      }),
      'POST /api/orders/1/void': { body: { ...order(1, { status: 'cancelled' }), refunds: [] } },
    });
    await deed('Void Order');
    const before = await opened('Void this order?');
    await waitFor(() => expect(sent(requests, 'GET', '/api/receipts/R-1')).toHaveLength(1));
    expect(before.queryByLabelText('Give the tip back too')).toBeNull();
    press('Keep', before);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await deed('Void Order');
    const ask = await opened('Void this order?');
    fireEvent.click(await ask.findByLabelText('Give the tip back too'));
    type(ask.getByLabelText('Reason'), 'Wrong table');
    press('Void Order', ask);
    await screen.findByText('Order voided');
    expect(sent(requests, 'POST', '/api/orders/1/void')[0]?.body).toHaveProperty('returnTip', true);
    boxStore.set(null);
  });

  it('is attached to the credit of a customer', async () => {
    const requests = await open({
      'POST /api/orders/1/credit': (_, count) =>
        count === 1
          ? refusal(503, 'read_only', 'The disk is full')
          : { body: { order: order(1, { isOnCredit: 'true' }), credits: [] } },
    });
    await deed('Attach to Credit');
    const attach = await opened('Attach to Credit');
    type(attach.getByLabelText('Customer Name'), '  ');
    press('Attach to Credit', attach);
    expect(attach.getByText('Customer name is required')).toBeTruthy();
    type(attach.getByLabelText('Customer Name'), 'Musu');
    type(attach.getByLabelText('Phone (optional)'), '');
    press('Attach to Credit', attach);
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to attach to credit. Please try again.').textContent).toMatch(/again\.$/);
    expect(alert.getByText('The disk is full')).toBeTruthy();
    press('Attach to Credit', attach);
    expect(await screen.findByText('Added to Credit')).toBeTruthy();
    const calls = sent(requests, 'POST', '/api/orders/1/credit');
    expect(calls[0]?.body).toEqual({ customerName: 'Musu' });
    // Whether the first was stored is unknown, so the second is sent with the same key.
    expect(calls[1]?.headers.get('Idempotency-Key')).toBe(calls[0]?.headers.get('Idempotency-Key'));
  });

  it('asks for the name of a debtor where the order has that of its table', async () => {
    const requests = await open({
      'GET /api/orders': { body: [order(1, { customerName: 'Table 4', customerPhone: null })] },
    });
    await deed('Attach to Credit');
    const attach = await opened('Attach to Credit');
    expect(attach.getByLabelText('Customer Name')).toHaveProperty('value', '');
    press('Attach to Credit', attach);
    expect(attach.getByText('Customer name is required')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/credit')).toHaveLength(0);
  });

  it('is not attached to another guest under the phone of the first, and asks about an open tab', async () => {
    const varney = { customerId: 'varney_', customerName: 'Varney', customerPhone: null, status: 'unpaid' };
    const requests = await open({
      'GET /api/tabs': { body: [varney] },
      'POST /api/orders/1/credit': { body: { order: order(1, { isOnCredit: 'true' }), credits: [] } },
    });
    await deed('Attach to Credit');
    const attach = await opened('Attach to Credit');
    expect(attach.getByLabelText('Phone (optional)')).toHaveProperty('value', '0770551240');
    type(attach.getByLabelText('Customer Name'), 'var');
    expect(attach.getByLabelText('Phone (optional)')).toHaveProperty('value', '');
    await attach.findByRole('button', { name: /Varney/ });
    type(attach.getByLabelText('Customer Name'), 'varney');
    press('Attach to Credit', attach);
    press('Add to it', await opened('Varney has an open tab. Add to it?'));
    expect(await screen.findByText('Added to Credit')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/credit')[0]?.body).toEqual({ customerName: 'Varney' });
  });

  it('can have items removed and added', async () => {
    const requests = await open({
      'DELETE /api/orders/1/items/5': { body: order(1, { items: order(1).items.slice(0, 1) }) },
      'POST /api/orders/1/items': (_, count) =>
        count === 1
          ? { status: 201, body: order(1) }
          : refusal(409, 'insufficient_stock', 'Only 0 units available'),
    });
    await deed('Edit Items');
    const edit = await opened('Edit Items');
    const soup = within(edit.getByText('1 × Pepper soup').closest('li') ?? document.body);
    press('Remove', soup);
    await waitFor(() => expect(sent(requests, 'DELETE', '/api/orders/1/items/5')).toHaveLength(1));
    expect(edit.getByText('Select at least one item')).toBeTruthy();
    for (const name of ['Fanta', 'Sprite']) press(`Add ${name}`, edit);
    press('Send', edit);
    expect(await screen.findByText('The items could not be added')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/items').map(({ body }) => body)).toMatchObject([
      { productId: 6, productName: 'Fanta', quantity: 1, unitPrice: '2.00', totalPrice: '2.00' },
      { productId: 7, productName: 'Sprite', quantity: 1 },
    ]);
    // Items that the box has stored are no longer selected.
    expect(edit.getByText('1 new')).toBeTruthy();
  });
});

describe('a table', () => {
  const seats = () => fireEvent.click(screen.getByRole('radio', { name: 'Seats' }));

  it('is occupied, and a failure is reported', async () => {
    const requests = await open({
      'PATCH /api/tables/1/status': (_, count) =>
        count === 1 ? refusal(500, 'internal', 'No') : { body: table(1, { status: 'occupied' }) },
      'GET /api/tables': (_, count) => ({
        body: count > 1 ? [table(1, { status: 'occupied' }), TABLES[1]] : TABLES,
      }),
    });
    seats();
    press('Occupy Table 1');
    expect(await screen.findByText('Failed to update table status')).toBeTruthy();
    press('Occupy Table 1');
    expect(await screen.findByRole('button', { name: 'Free Table 1' })).toBeTruthy();
    expect(sent(requests, 'PATCH', '/api/tables/1/status')[0]?.body).toEqual({ status: 'occupied' });
  });

  it('asks for confirmation before it is freed with an unpaid order', async () => {
    const requests = await open({ 'PATCH /api/tables/4/status': { body: table(4) } });
    seats();
    press('Free Table 4');
    const ask = dialog('Free table 4?');
    expect(ask.getByText('The order of James Cooper is not paid: $14.00 · L$2,660')).toBeTruthy();
    expect(sent(requests, 'PATCH', '/api/tables/4/status')).toHaveLength(0);
    press('Free table', ask);
    await waitFor(() => expect(sent(requests, 'PATCH', '/api/tables/4/status')).toHaveLength(1));
  });

  it('shows its seats and its status', async () => {
    await open();
    seats();
    const seat = screen.getByRole('button', { name: 'Free Table 4' }).closest('article');
    expect(seat?.textContent).toContain('6 seats');
    expect(seat?.textContent).toContain('Occupied');
  });

  it('is chosen with its new order, and unchosen when it is tapped again', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    const pressed = () => screen.getByRole('button', { name: 'Table 1' }).getAttribute('aria-pressed');
    press('Table 1');
    const form = await opened('Table 1');
    press('Add Club Beer', form);
    press('Close', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pressed()).toBe('true');
    press('Table 1');
    expect(pressed()).toBe('false');
    press('New Drink Order');
    const other = await opened('New Drink Order');
    expect((other.getByLabelText('Table') as HTMLSelectElement).value).toBe('');
    type(other.getByLabelText('Customer Name'), 'Musu');
    press('Create Drink Order', other);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({ tableId: null });
  });
});
