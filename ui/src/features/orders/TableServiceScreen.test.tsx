/** The table service: taking an order, moving it on, tables, and what is refused. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient, refresh } from '../../api/http/query';
import { fakeBox, type RecordedCall, refusal } from '../../test/box';
import { choose, type } from '../../test/fields';
import { order, table } from '../../test/orders';
import { signInAs } from '../../test/people';
import { BEER, product, RICE } from '../../test/products';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import TableServiceScreen from './TableServiceScreen';

const OUT = product(3, 'Smirnoff Ice', { stock: 0 });
const WINE = product(4, 'House wine', { stock: 2 });
const SHELF = [BEER, OUT, WINE, product(6, 'Fanta'), product(7, 'Sprite'), RICE];
const TABLES = [table(1), table(4, { status: 'occupied', capacity: 6 })];

type Answers = Parameters<typeof fakeBox>[0];

async function open(answers: Answers = {}): Promise<RecordedCall[]> {
  const requests = fakeBox({
    'GET /api/products': { body: SHELF },
    'GET /api/tables': { body: TABLES },
    'GET /api/orders': { body: [order(1)] },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-21T10:00:00Z' } },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TableServiceScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /^Club Beer/ });
  await screen.findByRole('button', { name: 'Table 1' });
  await screen.findByRole('radiogroup', { name: 'Show' });
  await waitFor(() => expect(queryClient.getQueryData(['/api/exchange-rate'])).toBeTruthy());
  return requests;
}

const press = (name: string | RegExp, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.click(within_.getByRole('button', { name }));
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
/** Its code comes after the screen's own. */
const opened = async (name: string) => within(await screen.findByRole('dialog', { name }));
const card = () => within(screen.getByRole('article', { name: 'Table 4' }));
const sent = (requests: RecordedCall[], method: string, path: string) =>
  requests.filter((call) => call.method === method && call.path === path);
const row = (name: string) => within(dialog('Select Drinks').getByText(name).closest('li') ?? document.body);

function pick(...names: string[]) {
  press('Select Drinks', dialog('New Drink Order'));
  for (const name of names) press(/^Add/, row(name));
  press('Done', dialog('Select Drinks'));
}

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('bartender');
});

describe('a new order', () => {
  it('is taken for the chosen table with the figures that were shown', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    press('Table 1');
    expect(screen.getByRole('button', { name: 'Table 1' }).getAttribute('aria-pressed')).toBe('true');
    press('New Drink Order');
    const form = await opened('New Drink Order');
    expect(form.getByText('Table 1', { selector: 'small' })).toBeTruthy();
    expect(form.getByRole('button', { name: 'Create Drink Order' })).toHaveProperty('disabled', true);
    pick('Club Beer', 'Club Beer', 'Jollof rice');
    expect(form.getByText('Mixed currency total converted to USD')).toBeTruthy();
    expect(form.getByText('3 item(s) selected')).toBeTruthy();
    expect(form.getByLabelText('Total').textContent).toBe('$9.00L$1,710');
    press('Create Drink Order', form);
    expect(form.getByText('Customer name is required').getAttribute('role')).toBe('alert');
    expect(sent(requests, 'POST', '/api/orders')).toHaveLength(0);
    type(form.getByLabelText('Customer Name'), ' Musu ');
    press('Create Drink Order', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({
      customerName: 'Musu',
      customerPhone: null,
      orderType: 'dine_in',
      tableId: 1,
      totalAmount: '9.00',
      totalAmountUSD: '9.00',
      totalAmountLRD: '1710.00',
      exchangeRate: 190,
      items: [
        { productId: 1, quantity: 2, unitPrice: '2.00', totalPrice: '4.00' },
        { productId: 2, quantity: 1, unitPrice: '950.00', totalPrice: '950.00' },
      ],
    });
    press('New Drink Order');
    await opened('New Drink Order');
    expect((dialog('New Drink Order').getByLabelText('Customer Name') as HTMLInputElement).value).toBe('');
  });

  it('begins with a popular drink, and its lines go up, down and away', async () => {
    await open();
    expect(screen.getByRole('button', { name: /^Smirnoff Ice/ })).toHaveProperty('disabled', true);
    press(/^House wine/);
    press('Done', dialog('Select Drinks'));
    const form = await opened('New Drink Order');
    press('One more', form);
    expect(form.getByText('2 item(s) selected')).toBeTruthy();
    expect(form.getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    press('One less', form);
    press('One less', form);
    expect(form.queryByText(/item\(s\) selected/)).toBeNull();
    pick('Club Beer');
    press('Remove', form);
    expect(form.queryByText(/item\(s\) selected/)).toBeNull();
  });

  it('shows what there is, and nothing beyond it can be picked', async () => {
    await open();
    press('New Drink Order');
    await opened('New Drink Order');
    press('Select Drinks', dialog('New Drink Order'));
    for (const title of ['Featured Drinks', 'Food Items'])
      expect(dialog('Select Drinks').getByRole('heading', { name: title })).toBeTruthy();
    expect(dialog('Select Drinks').queryByRole('heading', { name: 'Cigars' })).toBeNull();
    expect(row('Smirnoff Ice').getByText('Out of Stock')).toBeTruthy();
    expect(row('Smirnoff Ice').getByRole('button')).toHaveProperty('disabled', true);
    expect(row('House wine').getByText('Low Stock')).toBeTruthy();
    expect(row('Club Beer').getByText('In Stock')).toBeTruthy();
    press(/^Add/, row('House wine'));
    press(/^Add/, row('House wine'));
    expect(row('House wine').getByRole('button')).toHaveProperty('disabled', true);
    type(dialog('Select Drinks').getByRole('searchbox'), 'gold');
    expect(dialog('Select Drinks').getByText('No products found')).toBeTruthy();
  });

  it('outlives a reload', async () => {
    await open();
    press('New Drink Order');
    const form = await opened('New Drink Order');
    type(form.getByLabelText('Customer Name'), 'Musu');
    choose(form.getByLabelText('Order Type'), 'takeout');
    pick('Club Beer');
    cleanup();
    await open();
    press('New Drink Order');
    const again = await opened('New Drink Order');
    expect((again.getByLabelText('Customer Name') as HTMLInputElement).value).toBe('Musu');
    expect((again.getByLabelText('Order Type') as HTMLSelectElement).value).toBe('takeout');
    expect(again.queryByLabelText('Table')).toBeNull();
    expect(again.getByText('1 item(s) selected')).toBeTruthy();
    press('Cancel', again);
    press('New Drink Order');
    await opened('New Drink Order');
    expect(dialog('New Drink Order').queryByText(/item\(s\) selected/)).toBeNull();
  });

  it('follows a new price and says so', async () => {
    let shelf = SHELF;
    await open({ 'GET /api/products': () => ({ body: shelf }) });
    press('New Drink Order');
    await opened('New Drink Order');
    type(dialog('New Drink Order').getByLabelText('Customer Name'), 'Musu');
    pick('Club Beer');
    shelf = [{ ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' }, ...SHELF.slice(1)];
    await refresh('/api/products');
    expect(await screen.findByText('Selection updated')).toBeTruthy();
    const form = dialog('New Drink Order');
    expect(form.getByText(/was \$2\.00/)).toBeTruthy();
    expect(form.getByLabelText('Total').textContent).toBe('$2.50L$475');
    expect((form.getByLabelText('Customer Name') as HTMLInputElement).value).toBe('Musu');
  });

  it('finds an earlier order that was stored, and keeps the one on the screen', async () => {
    localStorage.setItem('barback_order-sent:bartender', '[{"customerName":"Musu"}]');
    localStorage.setItem('barback_order-sent:bartender:key', 'kept-key');
    const requests = await open({
      'POST /api/orders': ({ body }) =>
        (body as { customerName: string }).customerName === 'Musu'
          ? { status: 201, body: order(2, { customerName: 'Musu' }) }
          : refusal(409, 'conflict', 'This key was used for something else'),
    });
    press('New Drink Order');
    const form = await opened('New Drink Order');
    expect(form.getByText(/It is not known whether the last try was saved/)).toBeTruthy();
    type(form.getByLabelText('Customer Name'), 'Hawa');
    pick('Club Beer');
    press('Create Drink Order', form);
    expect(await screen.findByText('Table 4 · Musu')).toBeTruthy();
    expect(screen.getByText('An earlier try was saved. What is shown here was not ordered.')).toBeTruthy();
    expect(form.getByText('1 item(s) selected')).toBeTruthy();
    const keys = sent(requests, 'POST', '/api/orders').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual(['kept-key', 'kept-key']);
    expect(form.queryByText(/It is not known whether the last try was saved/)).toBeNull();
  });

  it('says why it was refused and keeps what was typed', async () => {
    await open({
      'POST /api/orders': refusal(409, 'insufficient_stock', 'Only 1 units available', {
        available: 1,
        productId: 1,
      }),
    });
    press('New Drink Order');
    await opened('New Drink Order');
    type(dialog('New Drink Order').getByLabelText('Customer Name'), 'Musu');
    pick('Club Beer');
    press('Create Drink Order', dialog('New Drink Order'));
    expect(await screen.findByText('Failed to create order')).toBeTruthy();
    expect(screen.getByText('Only 1 units available')).toBeTruthy();
    expect(dialog('New Drink Order').getByText('1 item(s) selected')).toBeTruthy();
  });
});

describe('an order', () => {
  it('shows who, what, how much and what is due', async () => {
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

  it('moves on step by step, and says when it could not', async () => {
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

  it('is filtered, with words for nothing', async () => {
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
    press('Cancel Order', card());
    press('Keep', await opened('Cancel this order?'));
    press('Cancel Order', card());
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

  it('is voided by a manager once money is on it', async () => {
    signInAs('manager');
    const requests = await open({
      'GET /api/orders': {
        body: [order(1, { paymentStatus: 'paid', status: 'ready', receiptNumber: 'R-1' })],
      },
      'POST /api/orders/1/void': { body: order(1, { status: 'cancelled' }) },
    });
    expect(card().queryByRole('button', { name: 'Cancel Order' })).toBeNull();
    press('Void Order', card());
    const ask = await opened('Void this order?');
    type(ask.getByLabelText('Reason'), 'Wrong table');
    fireEvent.click(ask.getByLabelText('Return the items to stock'));
    press('Void Order', ask);
    expect(await screen.findByText('Order voided')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/void')[0]?.body).toEqual({
      reason: 'Wrong table',
      returnToStock: false,
    });
  });

  it('goes on credit, under a name', async () => {
    const requests = await open({
      'POST /api/orders/1/credit': (_, count) =>
        count === 1
          ? refusal(503, 'read_only', 'The disk is full')
          : { body: { order: order(1, { isOnCredit: 'true' }), credits: [] } },
    });
    press('Attach to Credit', card());
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
    // Whether the first was stored is unknown: the second asks under the same key.
    expect(calls[1]?.headers.get('Idempotency-Key')).toBe(calls[0]?.headers.get('Idempotency-Key'));
  });

  it('gets and loses single items', async () => {
    const requests = await open({
      'DELETE /api/orders/1/items/5': { body: order(1, { items: order(1).items.slice(0, 1) }) },
      'POST /api/orders/1/items': (_, count) =>
        count === 1
          ? { status: 201, body: order(1) }
          : refusal(409, 'insufficient_stock', 'Only 0 units available'),
    });
    press('Edit Items', card());
    const edit = await opened('Edit Items');
    const soup = within(edit.getByText('1 × Pepper soup').closest('li') ?? document.body);
    press('Remove', soup);
    await waitFor(() => expect(sent(requests, 'DELETE', '/api/orders/1/items/5')).toHaveLength(1));
    expect(edit.getByText('Select at least one item')).toBeTruthy();
    for (const name of ['Fanta', 'Sprite'])
      press(/^Add/, within(edit.getByText(name).closest('li') ?? document.body));
    press('Add to Order', edit);
    expect(await screen.findByText('The items could not be added')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/items').map(({ body }) => body)).toMatchObject([
      { productId: 6, productName: 'Fanta', quantity: 1, unitPrice: '2.00', totalPrice: '2.00' },
      { productId: 7, productName: 'Sprite', quantity: 1 },
    ]);
    // What the box has taken is no longer selected.
    expect(edit.getByText('1 item(s) selected')).toBeTruthy();
  });
});

describe('a table', () => {
  const tableCard = (name: string) =>
    within(screen.getByRole('button', { name }).closest('article') ?? document.body);

  it('is occupied, and says when it could not be', async () => {
    const requests = await open({
      'PATCH /api/tables/1/status': (_, count) =>
        count === 1 ? refusal(500, 'internal', 'No') : { body: table(1, { status: 'occupied' }) },
      'GET /api/tables': (_, count) => ({
        body: count > 1 ? [table(1, { status: 'occupied' }), TABLES[1]] : TABLES,
      }),
    });
    press('Occupy', tableCard('Table 1'));
    expect(await screen.findByText('Failed to update table status')).toBeTruthy();
    press('Occupy', tableCard('Table 1'));
    await waitFor(() => expect(tableCard('Table 1').getByText('Occupied')).toBeTruthy());
    expect(sent(requests, 'PATCH', '/api/tables/1/status')[0]?.body).toEqual({ status: 'occupied' });
  });

  it('is freed only after a question while an order is not paid', async () => {
    const requests = await open({ 'PATCH /api/tables/4/status': { body: table(4) } });
    press('Free', tableCard('Table 4'));
    const ask = dialog('Free table 4?');
    expect(ask.getByText('The order of James Cooper is not paid: $14.00 · L$2,660')).toBeTruthy();
    expect(sent(requests, 'PATCH', '/api/tables/4/status')).toHaveLength(0);
    press('Free table', ask);
    await waitFor(() => expect(sent(requests, 'PATCH', '/api/tables/4/status')).toHaveLength(1));
  });

  it('is chosen and let go', async () => {
    await open();
    press('Table 4');
    press('Table 4');
    expect(screen.getByRole('button', { name: 'Table 4' }).getAttribute('aria-pressed')).toBe('false');
  });
});
