/** The Customer Tabs screen: cards, partial payments, marking as paid, and adding items. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, refresh } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import type { Tab } from '../../api/types';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER, product } from '../../test/products';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import { loadDialogs } from './Dialogs';
import { TAB_LIGHT } from './lights';
import TabsScreen from './TabsScreen';
import { item, tab } from './test/debts';

const PAID = tab({
  customerId: 'x',
  customerName: 'Alvin',
  customerPhone: null,
  status: 'paid',
  dueUSD: '0.00',
});

async function open(answers: Parameters<typeof fakeServer>[0] = {}, tabs: Tab[] = [tab(), PAID]) {
  const requests = fakeServer({
    'GET /api/tabs': { body: tabs },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    'GET /api/products': { body: [BEER, product(9, 'Fanta', { stock: 0 })] },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TabsScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('radiogroup', { name: 'Show' });
  return requests;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const rows = () => screen.getAllByRole('listitem').map((row) => within(row).getByRole('button').textContent);
/** Opens the sheet of a customer, and waits until it is there: it is loaded after the screen. */
async function openSheet(name = 'James Cooper') {
  if (!screen.queryByRole('dialog', { name })) press(name);
  return within(await screen.findByRole('dialog', { name }));
}
/** Presses 'Mark as Paid', and again in the question. */
async function markAsPaid() {
  await openSheet();
  await screen.findByRole('button', { name: 'Mark as Paid' });
  press('Mark as Paid');
  const question = within(await screen.findByRole('dialog', { name: /^Take / }));
  fireEvent.click(await question.findByRole('button', { name: 'Mark as Paid' }));
}
const posts = (requests: RecordedCall[], path: string) => requests.filter((call) => call.path === path);

async function openItems() {
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole('button', { name: 'Add Items' }));
  return within(await screen.findByRole('dialog', { name: 'Add Items' }));
}

async function openPayment() {
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole('button', { name: 'Partial Payment' }));
  await screen.findByRole('dialog', { name: 'Partial Payment' });
}

// The dialogs are loaded after the screen, which takes a busy machine longer than a test waits.
beforeAll(() => Promise.all([loadDialogs(), TAB_LIGHT.loadAdding()]));
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
});

it('is fully paid when each currency is paid exactly, despite rounded totals and an earlier payment', async () => {
  const partlyPaid = tab({
    owedUSD: '2.00',
    owedLRD: '950.00',
    dueUSD: '7.00',
    dueLRD: '1330.00',
    status: 'partial',
  });
  await open({}, [partlyPaid]);
  await openPayment();
  type(screen.getByLabelText('Amount USD'), '2');
  type(screen.getByLabelText('Amount LRD'), '950');
  await vi.waitFor(() => expect(document.querySelector('.change-line')?.textContent).toContain('Fully Paid'));
});

it('filters by status, with a text when none is found', async () => {
  await open();
  expect(rows()).toEqual(['James Cooper', 'Alvin']);
  expect(screen.getByText('1 guest owes')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Paid' }));
  await vi.waitFor(() => expect(rows()).toEqual(['Alvin']));
  fireEvent.click(screen.getByRole('radio', { name: 'Partial' }));
  expect(await screen.findByText('No customer tabs found')).toBeTruthy();
});

it('searches by name, phone and product', async () => {
  await open();
  const search = screen.getByRole('searchbox', { name: 'Search tabs' });
  for (const text of ['james', '0770551240', 'club beer coop']) {
    type(search, text);
    await vi.waitFor(() => expect(rows()).toEqual(['James Cooper']));
  }
  type(search, 'Vodka');
  expect(await screen.findByText('Nothing found for “Vodka”')).toBeTruthy();
  press('Show all');
  await vi.waitFor(() => expect(rows()).toHaveLength(2));
});

it('keeps customers of one name apart by their phone', async () => {
  await open({}, [tab(), tab({ customerId: 'y', customerPhone: null })]);
  expect(screen.getAllByRole('listitem').map((row) => row.querySelector('.namesake')?.textContent)).toEqual([
    ' · 0770 55 12 40',
    ' · No phone',
  ]);
});

it("opens the sheet of the customer that an order's card leads to", async () => {
  history.replaceState(null, '', '/customer-tab?tab=james%20COOPER_0770551240');
  await open();
  expect(await screen.findByRole('dialog', { name: 'James Cooper' })).toBeTruthy();
  history.replaceState(null, '', '/');
});

it('shows in the open sheet what another phone was paid, and takes nothing more', async () => {
  let tabs = [tab({ status: 'partial', paidUSD: '7.00', dueUSD: '5.00' })];
  await open({ 'GET /api/tabs': () => ({ body: tabs }) });
  const sheet = await openSheet();
  expect(await sheet.findByText('$7.00 of $12.00 paid')).toBeTruthy();
  const items = [item(1, { status: 'paid', paidAt: '2026-11-21T21:00:00Z' })];
  tabs = [tab({ status: 'paid', paidUSD: '12.00', dueUSD: '0.00', items })];
  await refresh('/api/tabs');
  expect(await sheet.findByText('Paid in full')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Mark as Paid' })).toBeNull();
});

it('takes a partial payment in both currencies', async () => {
  const partial = tab({ status: 'partial', paidUSD: '7.00', dueUSD: '5.00', dueLRD: '950.00' });
  const requests = await open({
    'POST /api/tabs/payment': {
      body: { tab: partial, changeUSD: '0.00', changeLRD: '0.00', roundingLRD: '0.00', receipt: null },
    },
  });
  await openPayment();
  press('Record Payment');
  expect(await screen.findByText('Please enter a payment amount')).toBeTruthy();
  type(screen.getByLabelText('Amount USD'), '5');
  type(screen.getByLabelText('Amount LRD'), '380');
  await vi.waitFor(() => expect(document.querySelector('.change-line')?.textContent).toContain('$5.00L$950'));
  press('Record Payment');
  expect(await screen.findByText('Payment has been recorded successfully')).toBeTruthy();
  expect(screen.getByText('Received $5.00 + L$380. Still owed $5.00 / L$950.')).toBeTruthy();
  expect(posts(requests, '/api/tabs/payment')[0]?.body).toEqual({
    customerName: 'James Cooper',
    customerPhone: '0770551240',
    exchangeRate: 190,
    paymentMethod: 'cash',
    tenders: [
      { method: 'cash', currency: 'USD', amount: '5.00' },
      { method: 'cash', currency: 'LRD', amount: '380.00' },
    ],
  });
});

it('reports a changed rate, takes nothing, and keeps the amounts over a reload', async () => {
  let rate = 190;
  const box = {
    'GET /api/exchange-rate': () => ({ body: { rate } }),
    'POST /api/tabs/payment': () => {
      rate = 200;
      return refusal(409, 'rate_changed', 'The rate has changed', { rate });
    },
  };
  await open(box);
  await openPayment();
  type(screen.getByLabelText('Amount USD'), '5');
  await vi.waitFor(() =>
    expect(document.querySelector('.change-line')?.textContent).toContain('$7.00L$1,330'),
  );
  press('Record Payment');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The rate has changed: 1 USD = 200 LRD. Check what remains.',
  );
  expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '5');
  cleanup();
  await open(box);
  await openPayment();
  expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '5');
  const payment = within(screen.getByRole('dialog', { name: 'Partial Payment' }));
  fireEvent.click(payment.getByRole('button', { name: 'Close' }));
  await openPayment();
  expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '5');
  press('Discard');
  expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '');
});

it('reports a failed payment, and keeps the amounts', async () => {
  await open({ 'POST /api/tabs/payment': { status: 500 } });
  await openPayment();
  type(screen.getByLabelText('Amount USD'), '5');
  press('Record Payment');
  expect(await screen.findByText('Payment Failed')).toBeTruthy();
  expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '5');
});

describe('the message of a box that cannot save', () => {
  const full = refusal(503, 'read_only', 'The disk is full');

  it('is shown in the sheet', async () => {
    await open({ 'POST /api/tabs/payment': full });
    await openPayment();
    press('5');
    press('Record Payment');
    expect(await screen.findByText('Payment Failed')).toBeTruthy();
    expect(screen.getByText('Unable to process payment. Please try again.')).toBeTruthy();
    expect(screen.getByText('The disk is full')).toBeTruthy();
    expect(screen.queryByText(/did not answer/)).toBeNull();
    press('0');
    await vi.waitFor(() => expect(screen.queryByText('The disk is full')).toBeNull());
  });

  it('is shown in a toast when there is no sheet', async () => {
    await open({ 'POST /api/credit/bulk-pay': full });
    await markAsPaid();
    const toast = within(await screen.findByRole('alert'));
    for (const text of ['Payment Failed', 'Unable to process payment. Please try again.', 'The disk is full'])
      expect(toast.getByText(text)).toBeTruthy();
  });
});

it('marks a tab as paid and opens its receipt', async () => {
  const requests = await open({
    'POST /api/credit/bulk-pay': { body: { paid: 1, receipt: { receiptNumber: 'R-20261121-0001' } } },
  });
  await markAsPaid();
  await vi.waitFor(() => expect(openReceiptStore.get()).toBe('R-20261121-0001'));
  expect(posts(requests, '/api/credit/bulk-pay')[0]?.body).toEqual({
    customerName: 'James Cooper',
    customerPhone: '0770551240',
  });
});

it('asks with the amount before it takes a whole tab in cash', async () => {
  const requests = await open({}, [tab({ owedUSD: '40.00', owedLRD: '950.00', dueUSD: '45.00' })]);
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole('button', { name: 'Mark as Paid' }));
  const question = within(await screen.findByRole('dialog', { name: 'Take $40 + L$950 in cash?' }));
  fireEvent.click(await question.findByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Take/ })).toBeNull());
  expect(posts(requests, '/api/credit/bulk-pay')).toEqual([]);
});

it('sends an empty phone for the customer without one', async () => {
  const requests = await open(
    {
      'POST /api/credit/bulk-pay': { body: { paid: 1, receipt: { receiptNumber: 'R-20261121-0002' } } },
      'POST /api/tabs/payment': { status: 500 },
    },
    [tab({ customerPhone: null, items: [item(1), item(2)] })],
  );
  await markAsPaid();
  await vi.waitFor(() => expect(openReceiptStore.get()).toBe('R-20261121-0002'));
  await openPayment();
  type(screen.getByLabelText('Amount USD'), '5');
  press('Record Payment');
  expect(await screen.findByText('Payment Failed')).toBeTruthy();
  const payer = { customerName: 'James Cooper', customerPhone: '' };
  expect(posts(requests, '/api/credit/bulk-pay')[0]?.body).toEqual(payer);
  expect(posts(requests, '/api/tabs/payment')[0]?.body).toMatchObject(payer);
});

it('adds items in stock, and none that is sold out', async () => {
  const requests = await open({ 'POST /api/credit': { status: 201, body: item(9) } });
  const sheet = await openItems();
  const [beer, fanta] = (await sheet.findAllByRole('button', {
    name: /^Add (?!Items|to Tab)/,
  })) as HTMLButtonElement[];
  expect([beer?.disabled, fanta?.disabled]).toEqual([false, true]);
  press('Add to Tab');
  expect(await sheet.findByText('Select at least one item')).toBeTruthy();
  fireEvent.click(beer as HTMLElement);
  fireEvent.click(sheet.getByRole('button', { name: 'One more' }));
  press('Add to Tab');
  expect(await screen.findByText('Added to tab')).toBeTruthy();
  expect(posts(requests, '/api/credit')[0]?.body).toMatchObject({
    customerName: 'James Cooper',
    productId: 1,
    quantity: 2,
    unitPrice: '2.00',
    totalAmount: '4.00',
  });
});

it('adds a pack at the price on its label, and what is out of stock anyway, also after a reload', async () => {
  const code = '2300001027506';
  const [fish, fanta] = [product(5, 'Fish'), product(9, 'Fanta', { stock: 0 })];
  const box = {
    'GET /api/products': { body: [BEER, fish, fanta] },
    'POST /api/scans': { body: { product: fish, label: { price: '27.50', weightGrams: null } } },
    'POST /api/credit': { status: 201, body: item(9) },
  };
  await open(box);
  let sheet = await openItems();
  const search = await sheet.findByRole('searchbox', { name: 'Search products' });
  type(search, code);
  fireEvent.keyDown(search, { key: 'Enter' });
  const picked = within(await sheet.findByRole('list', { name: 'Selected items' }));
  expect(await picked.findByText('Price on the label')).toBeTruthy();
  expect(picked.queryByRole('button', { name: 'One more' })).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Sell anyway' }));
  expect(await sheet.findByText('2 item(s) selected')).toBeTruthy();
  cleanup();
  const requests = await open(box);
  sheet = await openItems();
  await sheet.findByText('Price on the label');
  expect(within(await sheet.findByRole('status', { name: 'Total' })).getByText('$29.50')).toBeTruthy();
  press('Add to Tab');
  expect(await screen.findByText('Added to tab')).toBeTruthy();
  const [pack, bottle] = posts(requests, '/api/credit').map(({ body }) => body);
  expect(pack).toMatchObject({ productId: 5, quantity: 1, unitPrice: '27.50', label: code });
  expect(pack).not.toHaveProperty('oversell');
  expect(bottle).toMatchObject({ productId: 9, quantity: 1, oversell: true });
});

it('reports items that are no longer sold, and adds the others', async () => {
  const wine = product(5, 'House wine');
  let products = [BEER, wine];
  const requests = await open({
    'GET /api/products': () => ({ body: products }),
    'POST /api/credit': { status: 201, body: item(9) },
  });
  const sheet = await openItems();
  for (const add of await sheet.findAllByRole('button', { name: /^Add (?!Items|to Tab)/ }))
    fireEvent.click(add);
  expect(sheet.getByText('2 item(s) selected')).toBeTruthy();
  products = [wine];
  await refresh('/api/products');
  await vi.waitFor(() => expect(sheet.queryByText('Club Beer')).toBeNull());
  press('Add to Tab');
  expect(await sheet.findByText('What is no longer sold was not added.')).toBeTruthy();
  expect(posts(requests, '/api/credit').map(({ body }) => body)).toMatchObject([
    { productId: 5, quantity: 1 },
  ]);
  expect(sheet.getByText('0 item(s) selected')).toBeTruthy();
  expect(screen.queryByText('Added to tab')).toBeNull();
});

it('adds nothing while the products are not loaded, and keeps the selection', async () => {
  await open({ 'GET /api/products': { body: [BEER] } });
  await openItems();
  fireEvent.click(await screen.findByRole('button', { name: /^Add (?!Items|to Tab)/ }));
  cleanup();
  queryClient.clear();
  await open({ 'GET /api/products': { status: 500 } });
  await openItems();
  await screen.findByText('The products could not be loaded');
  expect(screen.getByRole('button', { name: 'Add to Tab' })).toHaveProperty('disabled', true);
  expect(screen.getByText('1 item(s) selected')).toBeTruthy();
});
