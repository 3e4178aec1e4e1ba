/** The Customer Tabs screen: cards, partial payments, marking as paid, and adding items. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, refresh } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import type { CreditItem, Tab } from '../../api/types';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER, product } from '../../test/products';
import { untaxed } from '../../test/tax';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import TabsScreen from './TabsScreen';
import { figuresOf } from './tabs';

const item = (id: number, more: Partial<CreditItem> = {}): CreditItem => ({
  id,
  approvalId: null,
  approvedBy: null,
  requestedBy: null,
  kind: 'product',
  taxExemption: null,
  customerName: 'James Cooper',
  customerPhone: '0770551240',
  productId: 1,
  productName: 'Club Beer',
  quantity: 6,
  unitPrice: '2.00',
  totalAmount: '12.00',
  currency: 'USD',
  unitPriceUSD: '2.00',
  unitPriceLRD: '380.00',
  totalAmountUSD: '12.00',
  totalAmountLRD: '2280.00',
  ...untaxed('12.00', '2280.00'),
  exchangeRate: 190,
  notes: null,
  status: 'active',
  createdAt: '2026-11-21T12:00:00Z',
  orderId: null,
  paidAmountUSD: '0.00',
  owedUSD: '12.00',
  owedLRD: '0.00',
  paidAt: null,
  receiptNumber: null,
  userName: 'bartender',
  ...more,
});
const tab = (more: Partial<Tab> = {}): Tab => ({
  customerId: 'James Cooper_0770551240',
  customerName: 'James Cooper',
  customerPhone: '0770551240',
  totalUSD: '12.00',
  totalLRD: '2280.00',
  paidUSD: '0.00',
  dueUSD: '12.00',
  dueLRD: '2280.00',
  owedUSD: '12.00',
  owedLRD: '0.00',
  rate: 190,
  status: 'unpaid',
  orderIds: [],
  items: [item(1)],
  ...more,
});
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
/** Presses 'Mark as Paid', and again in the question. */
async function markAsPaid() {
  press('Mark as Paid');
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(await question.findByRole('button', { name: 'Mark as Paid' }));
}
const posts = (requests: RecordedCall[], path: string) => requests.filter((call) => call.path === path);

/** Opens the payment dialog of the only tab, and waits until it is there: it is loaded after the screen. */
async function openPayment() {
  press('Partial Payment');
  await screen.findByRole('dialog', { name: 'Partial Payment' });
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
});

describe('figures', () => {
  it('add up the amount due by status', () => {
    expect(figuresOf([tab(), tab(), PAID], 'unpaid')).toEqual({ count: 2, due: 2400 });
  });
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
  expect(screen.getAllByRole('article').length).toBe(2);
  fireEvent.click(screen.getByRole('radio', { name: 'Paid' }));
  expect(screen.getByRole('heading', { name: 'Alvin' })).toBeTruthy();
  expect(screen.getAllByRole('article').length).toBe(1);
  fireEvent.click(screen.getByRole('radio', { name: 'Partial' }));
  expect(screen.getByText('No customer tabs found')).toBeTruthy();
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
  press('Close');
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
  press('Mark as Paid');
  const question = within(await screen.findByRole('dialog', { name: 'Take $40 + L$950 in cash?' }));
  fireEvent.click(await question.findByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
  press('Add Items');
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Items' }));
  const [beer, fanta] = (await sheet.findAllByRole('button', {
    name: /^Add (?!Items|to Tab)/,
  })) as HTMLButtonElement[];
  expect([beer?.disabled, fanta?.disabled]).toEqual([false, true]);
  press('Add to Tab');
  expect(await sheet.findByText('Select at least one item')).toBeTruthy();
  fireEvent.click(beer as HTMLElement);
  fireEvent.click(sheet.getByRole('button', { name: 'One more' }));
  press('Add to Tab');
  expect(await screen.findByText('Added to Credit')).toBeTruthy();
  expect(posts(requests, '/api/credit')[0]?.body).toMatchObject({
    customerName: 'James Cooper',
    productId: 1,
    quantity: 2,
    unitPrice: '2.00',
    totalAmount: '4.00',
  });
});

it('reports items that are no longer sold, and adds the others', async () => {
  const wine = product(5, 'House wine');
  let products = [BEER, wine];
  const requests = await open({
    'GET /api/products': () => ({ body: products }),
    'POST /api/credit': { status: 201, body: item(9) },
  });
  press('Add Items');
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Items' }));
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
  expect(screen.queryByText('Added to Credit')).toBeNull();
});

it('adds nothing while the products are not loaded, and keeps the selection', async () => {
  await open({ 'GET /api/products': { body: [BEER] } });
  press('Add Items');
  fireEvent.click(await screen.findByRole('button', { name: /^Add (?!Items|to Tab)/ }));
  cleanup();
  queryClient.clear();
  await open({ 'GET /api/products': { status: 500 } });
  press('Add Items');
  await screen.findByText('The products could not be loaded');
  expect(screen.getByRole('button', { name: 'Add to Tab' })).toHaveProperty('disabled', true);
  expect(screen.getByText('1 item(s) selected')).toBeTruthy();
});
