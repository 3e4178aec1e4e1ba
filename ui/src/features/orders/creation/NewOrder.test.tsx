/** Taking a new order: products, prices, the draft, and lost or refused orders. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { refresh } from '../../../api/http/query';
import { refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { order } from '../../../test/orders';
import { BEER, withStock } from '../../../test/products';
import { toastStore } from '../../../ui/feedback/toast';
import {
  dialog,
  open,
  opened,
  PRODUCTS,
  pick,
  press,
  resetTables,
  row,
  sent,
  WINE,
} from '../test/tableService';

beforeEach(resetTables);

describe('a new order', () => {
  it('is sent for the chosen table with the amounts that were shown', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    press('Table 1');
    expect(screen.getByRole('button', { name: 'Table 1' }).getAttribute('aria-pressed')).toBe('true');
    const form = await opened('Table 1');
    expect(form.getByText('New Drink Order · 4 seats')).toBeTruthy();
    expect(form.getByRole('button', { name: 'Create Drink Order' })).toHaveProperty('disabled', true);
    for (const name of ['Club Beer', 'Club Beer', 'Jollof rice']) press(`Add ${name}`, form);
    expect(form.getByText('Mixed currency total converted to USD')).toBeTruthy();
    expect(form.getByText('3 item(s) selected')).toBeTruthy();
    expect(form.getByLabelText('Total').textContent).toBe('$9.00L$1,710');
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

  it('takes packs by the label of a scale, each at the price inside', async () => {
    const label = { price: '27.50', currency: 'USD', grams: null };
    const requests = await open({
      'POST /api/orders': { status: 201, body: order(2) },
      'POST /api/scans': { status: 201, body: { scan: {}, product: BEER, label } },
    });
    press('Table 1');
    const form = await opened('Table 1');
    press('Add Club Beer', form);
    const search = form.getByRole('searchbox', { name: 'Search products' });
    for (const total of ['$29.50', '$57']) {
      type(search, '2100001027506');
      fireEvent.keyDown(search, { key: 'Enter' });
      await waitFor(() => expect(form.getByLabelText('Total').textContent).toContain(total));
    }
    press('Create Drink Order', form);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({
      totalAmountUSD: '57.00',
      items: [
        { productId: 1, quantity: 1, unitPrice: '2.00' },
        { productId: 1, quantity: 1, unitPrice: '27.50', label: '2100001027506' },
        { productId: 1, quantity: 1, unitPrice: '27.50', label: '2100001027506' },
      ],
    });
  });

  it('has the name of its table without another one, and needs a name without a table', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    press('Table 1');
    const form = await opened('Table 1');
    press('Add Club Beer', form);
    choose(form.getByLabelText('Order Type'), 'takeout');
    press('Create Drink Order', form);
    expect(form.getByText('Customer name is required').getAttribute('role')).toBe('alert');
    expect(form.getByText('Name and note').closest('details')).toHaveProperty('open', true);
    expect(sent(requests, 'POST', '/api/orders')).toHaveLength(0);
    choose(form.getByLabelText('Order Type'), 'dine_in');
    press('Create Drink Order', form);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({
      customerName: 'Table 1',
      tableId: 1,
    });
  });

  it('is sent with the notes of its items', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    press('New Drink Order');
    const form = await opened('New Drink Order');
    await pick('Jollof rice');
    press('Note on Jollof rice', form);
    const field = form.getByLabelText('Note on Jollof rice');
    type(field, 'no pepper');
    // Enter keeps the note and does not send the order.
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await form.findByText('no pepper')).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders')).toHaveLength(0);
    type(form.getByLabelText('Customer Name'), 'Musu');
    press('Create Drink Order', form);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({
      items: [{ productId: 2, notes: 'no pepper' }],
    });
  });

  it('starts with a popular drink, and its lines can be increased, decreased and removed', async () => {
    const best = { salesCount: 2, products: [{ productId: WINE.id, quantity: 7 }] };
    await open({ 'GET /api/products/best-sellers': { body: best } });
    const quick = within(screen.getByRole('region', { name: /Quick Drink Orders/ })).getAllByRole('button');
    // The best seller first, the others by name, and what is sold out last: it is the fifth.
    const names = quick.map((drink) => drink.querySelector('.name')?.textContent);
    expect(names).toEqual(['House wine', 'Club Beer', 'Fanta', 'Sprite']);
    press(/^House wine/);
    press('Done', await opened('Select Drinks'));
    const form = await opened('New Drink Order');
    press('One more', form);
    expect(form.getByText('2 item(s) selected')).toBeTruthy();
    expect(form.getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    press('One less', form);
    press('One less', form);
    expect(form.queryByText(/item\(s\) selected/)).toBeNull();
    await pick('Club Beer');
    press('Remove', form);
    expect(form.queryByText(/item\(s\) selected/)).toBeNull();
  });

  it('shows the stock, and no more than that can be added', async () => {
    await open();
    press('New Drink Order');
    await opened('New Drink Order');
    press('Select Drinks', dialog('New Drink Order'));
    for (const title of ['Featured Drinks', 'Food Items'])
      expect(dialog('Select Drinks').getByRole('heading', { name: title })).toBeTruthy();
    expect(dialog('Select Drinks').queryByRole('heading', { name: 'Cigars' })).toBeNull();
    expect(row('Smirnoff Ice').getByText('Out of Stock')).toBeTruthy();
    expect(row('Smirnoff Ice').getByRole('button', { name: 'Add Smirnoff Ice' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(row('House wine').getByText('Low Stock')).toBeTruthy();
    expect(row('Club Beer').getByText('In Stock')).toBeTruthy();
    const wine = row('House wine');
    for (let taps = 0; taps < 3; taps += 1) press(/^Add/, wine);
    expect(wine.getByText(/^2/, { selector: '.count' })).toBeTruthy();
    expect(await screen.findByText('Only 2 units available')).toBeTruthy();
    type(dialog('Select Drinks').getByRole('searchbox'), 'gold');
    expect(dialog('Select Drinks').getByText('No products found')).toBeTruthy();
  });

  it('survives a reload', async () => {
    await open();
    press('New Drink Order');
    const form = await opened('New Drink Order');
    type(form.getByLabelText('Customer Name'), 'Musu');
    choose(form.getByLabelText('Order Type'), 'takeout');
    await pick('Club Beer');
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

  it('takes a new price over and reports it', async () => {
    let products = PRODUCTS;
    await open({ 'GET /api/products': () => ({ body: products }) });
    press('New Drink Order');
    await opened('New Drink Order');
    type(dialog('New Drink Order').getByLabelText('Customer Name'), 'Musu');
    await pick('Club Beer');
    products = [{ ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' }, ...PRODUCTS.slice(1)];
    await refresh('/api/products');
    expect(await screen.findByText('Selection updated')).toBeTruthy();
    const form = dialog('New Drink Order');
    expect(form.getByText(/was \$2\.00/)).toBeTruthy();
    expect(form.getByLabelText('Total').textContent).toBe('$2.50L$475');
    expect((form.getByLabelText('Customer Name') as HTMLInputElement).value).toBe('Musu');
  });

  it('warns that a product just sold out, and takes it off', async () => {
    let products = PRODUCTS;
    await open({ 'GET /api/products': () => ({ body: products }) });
    press('New Drink Order');
    await opened('New Drink Order');
    await pick('Club Beer', 'Jollof rice');
    products = [withStock(BEER, 0), ...PRODUCTS.slice(1)];
    await refresh('/api/products');
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({
        kind: 'warning',
        title: 'Club Beer just sold out.',
        description: 'Removed from the order.',
      }),
    );
    expect(dialog('New Drink Order').getByText('1 item(s) selected')).toBeTruthy();
  });

  it('reports an earlier order that was stored, and keeps the one on the screen', async () => {
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
    expect(form.getByText(/We are not sure the last order arrived/)).toBeTruthy();
    type(form.getByLabelText('Customer Name'), 'Hawa');
    await pick('Club Beer');
    press('Create Drink Order', form);
    expect(await screen.findByText('Table 4 · Musu')).toBeTruthy();
    expect(screen.getByText('Your last order went through. These items are not ordered yet.')).toBeTruthy();
    expect(form.getByText('1 item(s) selected')).toBeTruthy();
    const keys = sent(requests, 'POST', '/api/orders').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual(['kept-key', 'kept-key']);
    expect(form.queryByText(/We are not sure the last order arrived/)).toBeNull();
  });

  it('shows why it was refused, and keeps the form', async () => {
    await open({
      'POST /api/orders': refusal(409, 'insufficient_stock', 'Only 1 units available', {
        available: 1,
        productId: 1,
      }),
    });
    press('New Drink Order');
    await opened('New Drink Order');
    type(dialog('New Drink Order').getByLabelText('Customer Name'), 'Musu');
    await pick('Club Beer');
    press('Create Drink Order', dialog('New Drink Order'));
    expect(await screen.findByText('Failed to create order')).toBeTruthy();
    expect(screen.getByText('Only 1 units available')).toBeTruthy();
    expect(dialog('New Drink Order').getByText('1 item(s) selected')).toBeTruthy();
  });
});
