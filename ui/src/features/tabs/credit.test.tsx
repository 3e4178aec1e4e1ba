/** The Credit screen: customers, adding credit and marking it as paid. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import type { CreditItem } from '../../api/types';
import { customersOf, keyOf } from '../../parts/customers/customers';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER, product, RICE } from '../../test/products';
import { untaxed } from '../../test/tax';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import CreditScreen from './CreditScreen';
import { EMPTY_FORM, problemsOf, requestOf } from './credit/creditForm';
import { loadDialogs } from './Dialogs';
import { CREDIT_LIGHT } from './lights';
import { item as debt, tab } from './test/debts';

const item = (id: number, more: Partial<CreditItem> = {}) =>
  debt(id, {
    customerName: 'Ama',
    quantity: 1,
    totalAmount: '2.00',
    totalAmountUSD: '2.00',
    totalAmountLRD: '380.00',
    ...untaxed('2.00', '380.00'),
    owedUSD: '2.00',
    ...more,
  });
const ITEMS = [
  item(3, { customerName: 'Ama', customerPhone: null, productName: 'Fanta' }),
  item(2),
  item(1, { status: 'paid', productName: 'Heineken', receiptNumber: 'R-20261120-0001' }),
];
const TABS = [
  tab({
    customerId: 'a',
    customerName: 'Ama',
    customerPhone: null,
    dueUSD: '2.00',
    dueLRD: '380.00',
    items: ITEMS.slice(0, 1),
  }),
  tab({ customerId: 'b', customerName: 'ama', dueUSD: '2.00', dueLRD: '380.00', items: ITEMS.slice(1, 2) }),
];

async function open(answers: Parameters<typeof fakeServer>[0] = {}, items = ITEMS, tabs = TABS) {
  const requests = fakeServer({
    'GET /api/credit': { body: items },
    'GET /api/credit?limit=1000': { body: items },
    'GET /api/tabs': { body: tabs },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    'GET /api/products': { body: [BEER, RICE, product(9, 'Sprite', { stock: 0 })] },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <CreditScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('radiogroup', { name: 'Show' });
  return requests;
}
const press = (name: string, index = 0) =>
  fireEvent.click(screen.getAllByRole('button', { name })[index] as HTMLElement);
/** Opens the sheet of a customer, and waits until it is there: it is loaded after the screen. */
async function openSheet(name: string) {
  press(name);
  return within(await screen.findByRole('dialog', { name }));
}
const bodies = (requests: RecordedCall[], path: string) =>
  requests.filter((call) => call.path === path && call.method !== 'GET').map(({ body }) => body);

// The dialogs are loaded after the screen, which takes a busy machine longer than a test waits.
beforeAll(() => Promise.all([loadDialogs(), CREDIT_LIGHT.loadAdding()]));
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
});

describe('customers', () => {
  it('are identified by their name without case, and their phone', () => {
    expect(keyOf({ customerName: ' Ama  Kollie ', customerPhone: null })).toBe('ama kollie_');
    expect(customersOf(ITEMS).map(({ customerPhone }) => customerPhone)).toEqual([null, '0770551240']);
  });
});

it('reports missing fields, and builds the request', () => {
  expect(problemsOf({ ...EMPTY_FORM, quantity: '0' }, undefined)).toEqual({
    customerName: 'Customer name is required',
    productId: 'Product is required',
    quantity: 'Quantity must be at least 1',
  });
  expect(problemsOf({ ...EMPTY_FORM, customerName: 'A', productId: '7' }, undefined).productId).toBe(
    'Product not found',
  );
  expect(requestOf({ ...EMPTY_FORM, customerName: ' A ', quantity: '2' }, RICE, 190)).toMatchObject({
    customerName: 'A',
    customerPhone: null,
    unitPrice: '950.00',
    totalAmount: '1900.00',
    totalAmountUSD: '10.00',
    currency: 'LRD',
    exchangeRate: 190,
  });
});

it('adds credit for an existing customer, and only once after a lost answer', async () => {
  const requests = await open({
    'POST /api/credit': (_, count) =>
      count === 1 ? { status: 500 } : { status: 201, body: item(4, { quantity: 3 }) },
  });
  press('Add Credit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Credit' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Existing Customer' }));
  await dialog.findByRole('option', { name: 'Ama, 0770 55 12 40' });
  choose(dialog.getByRole('combobox', { name: 'Customer' }), 'ama_0770551240');
  await dialog.findByRole('option', { name: 'Club Beer' });
  choose(dialog.getByLabelText('Product'), '1');
  type(dialog.getByLabelText('Quantity'), '3');
  fireEvent.click(dialog.getByRole('button', { name: 'Add Credit' }));
  expect(await dialog.findByText(/^Failed to add credit transaction/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Add Credit' }));
  expect(await screen.findByText('Added to Credit')).toBeTruthy();
  const posted = requests.filter(({ method, path }) => method === 'POST' && path === '/api/credit');
  expect(new Set(posted.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(posted[1]?.body).toMatchObject({ customerName: 'Ama', customerPhone: '0770551240', quantity: 3 });
});

it('gives what is out of stock only anyway', async () => {
  const requests = await open({ 'POST /api/credit': { status: 201, body: item(4) } });
  press('Add Credit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Credit' }));
  type(dialog.getByLabelText('Customer Name'), 'Hawa');
  const { value } = (await dialog.findByRole('option', {
    name: 'Sprite (Out of Stock)',
  })) as HTMLOptionElement;
  choose(dialog.getByLabelText('Product'), '1');
  expect(dialog.queryByRole('switch', { name: 'Sell anyway' })).toBeNull();
  choose(dialog.getByLabelText('Product'), value);
  fireEvent.click(await dialog.findByRole('switch', { name: 'Sell anyway' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add Credit' }));
  expect(await screen.findByText('Added to Credit')).toBeTruthy();
  expect(bodies(requests, '/api/credit')).toMatchObject([{ productId: Number(value), oversell: true }]);
});

it('keeps the typed and the chosen customer while the user switches between the two', async () => {
  await open();
  press('Add Credit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Credit' }));
  const switchTo = (name: string) => fireEvent.click(dialog.getByRole('radio', { name }));
  type(dialog.getByLabelText('Customer Name'), 'Hawa');
  type(dialog.getByLabelText('Phone (optional)'), '0770');
  switchTo('Existing Customer');
  expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveProperty('value', '');
  choose(dialog.getByRole('combobox', { name: 'Customer' }), 'ama_0770551240');
  switchTo('New Customer');
  expect(dialog.getByLabelText('Customer Name')).toHaveProperty('value', 'Hawa');
  expect(dialog.getByLabelText('Phone (optional)')).toHaveProperty('value', '0770');
  switchTo('Existing Customer');
  expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveProperty('value', 'ama_0770551240');
});

it('reports an earlier credit that was stored, and keeps the one on the screen', async () => {
  const earlier = requestOf({ ...EMPTY_FORM, customerName: 'Musu', productId: '1' }, BEER, 190);
  localStorage.setItem('barback_credit:bartender', JSON.stringify([earlier]));
  localStorage.setItem('barback_credit:bartender:key', 'kept-key');
  const requests = await open({
    'POST /api/credit': ({ body }) =>
      (body as { customerName: string }).customerName === 'Musu'
        ? { status: 201, body: item(4, { customerName: 'Musu' }) }
        : refusal(409, 'conflict', 'This key was used for something else'),
  });
  press('Add Credit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Credit' }));
  expect(dialog.getByText(/We are not sure the last try arrived/)).toBeTruthy();
  await dialog.findByRole('option', { name: 'Club Beer' });
  type(dialog.getByLabelText('Customer Name'), 'Hawa');
  fireEvent.click(dialog.getByRole('button', { name: 'Add Credit' }));
  expect(await screen.findByText('Musu: 1 × Club Beer')).toBeTruthy();
  expect(screen.getByText('Your last try went through. What is shown here is not added yet.')).toBeTruthy();
  expect(dialog.getByLabelText('Customer Name')).toHaveProperty('value', 'Hawa');
  expect(dialog.queryByText(/We are not sure the last try arrived/)).toBeNull();
  const posted = requests.filter(({ method, path }) => method === 'POST' && path === '/api/credit');
  expect(posted.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['kept-key', 'kept-key']);
});

it('offers no existing customers on a new box', async () => {
  await open({}, [], []);
  expect(screen.getByText('No active credit transactions')).toBeTruthy();
  press('Add Credit');
  expect(await screen.findByRole('radio', { name: 'Existing Customer' })).toHaveProperty('disabled', true);
});

it('loads older credit on request, and reports a failure', async () => {
  const older = '/api/credit?before=1';
  const page = [item(0, { status: 'paid', productName: 'Old Whisky' })];
  await open({
    'GET /api/credit': { body: ITEMS, headers: { Link: `<${older}>; rel="next"` } },
    [`GET ${older}`]: (_, count) => (count === 1 ? 'lost' : { body: page }),
  });
  expect(screen.queryByRole('button', { name: 'Show older credit' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'All' }));
  press('Show older credit');
  expect(await screen.findByText('The older credit could not be loaded')).toBeTruthy();
  press('Show older credit');
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Show older credit' })).toBeNull());
  const sheet = await openSheet('ama');
  expect(await sheet.findByText(/Old Whisky/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older credit' })).toBeNull();
});

it('does not claim that there is none before older credit was searched', async () => {
  const link = (before: number) => ({ Link: `</api/credit?before=${before}>; rel="next"` });
  await open({
    'GET /api/credit': { body: ITEMS.slice(0, 2), headers: link(9) },
    'GET /api/credit?before=9': { body: [], headers: link(5) },
    'GET /api/credit?before=5': { body: [item(0, { status: 'paid', productName: 'Old Whisky' })] },
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Paid' }));
  expect(await screen.findByText('Nothing in the newest credit')).toBeTruthy();
  press('Show older credit');
  await screen.findByRole('button', { name: 'ama' });
  const sheet = await openSheet('ama');
  expect(await sheet.findByText(/Old Whisky/)).toBeTruthy();
});

it('pays one item in the sheet of its customer, and opens its receipt', async () => {
  const requests = await open({
    'PATCH /api/credit/2/pay': { body: { receipt: { receiptNumber: 'R-20261121-0005' } } },
  });
  const sheet = await openSheet('ama');
  fireEvent.click(await sheet.findByRole('button', { name: 'Mark Paid: Club Beer' }));
  await vi.waitFor(() => expect(openReceiptStore.get()).toBe('R-20261121-0005'));
  expect(bodies(requests, '/api/credit/2/pay')).toEqual([{}]);
});

it('shows what a customer has paid in a fold below what is owed, with the receipt', async () => {
  await open();
  fireEvent.click(screen.getByRole('radio', { name: 'Paid' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Ama' })).toBeNull());
  const sheet = await openSheet('ama');
  expect(sheet.getByText('0770 55 12 40 · oldest', { exact: false })).toBeTruthy();
  const fold = (await sheet.findByText('1 × Heineken')).closest('details');
  expect(fold?.open).toBe(false);
  fireEvent.click(sheet.getByRole('button', { name: 'Receipt R-20261120-0001', hidden: true }));
  expect(openReceiptStore.get()).toBe('R-20261120-0001');
});

it('lets a manager rename a settled customer, who has no tab', async () => {
  signInAs('manager');
  const known = { customerId: 'Ama_0770551240', customerName: 'Ama B.', customerPhone: null, aliases: [] };
  const path = `/api/customers/${encodeURIComponent(known.customerId)}`;
  const requests = await open(
    {
      'GET /api/customers?same=true': { body: [] },
      'GET /api/customers?q=Ama': { body: [{ ...known, limitUSD: null, dueUSD: '0.00', dueLRD: '0.00' }] },
      [`PATCH ${path}`]: { body: { ...known, customerName: 'Ama Kollie' } },
    },
    ITEMS.slice(2),
    [],
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Paid' }));
  await screen.findByRole('button', { name: 'Ama' });
  const sheet = await openSheet('Ama');
  fireEvent.click(sheet.getByRole('button', { name: 'More for Ama' }));
  const more = within(await screen.findByRole('dialog', { name: 'More for Ama B.' }));
  fireEvent.click(more.getByRole('button', { name: 'Rename' }));
  type(await screen.findByLabelText('Customer Name'), 'Ama Kollie');
  press('Save');
  await screen.findByText('Renamed');
  expect(bodies(requests, path)).toEqual([{ customerName: 'Ama Kollie', customerPhone: null }]);
});

it('reports a payment that failed', async () => {
  await open({
    'PATCH /api/credit/2/pay': refusal(409, 'already_paid', 'This is paid already'),
    'POST /api/credit/bulk-pay': { status: 500 },
  });
  const sheet = await openSheet('ama');
  fireEvent.click(await sheet.findByRole('button', { name: 'Mark Paid: Club Beer' }));
  expect(await screen.findByText('Failed to mark credit as paid')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Pay All' }));
  expect(await screen.findByText('Failed to mark all items as paid')).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'Pay All' })).toBeTruthy();
});

it.each([
  ['a phone', 'ama', '0770551240'],
  ['no phone, sent as an empty one', 'Ama', ''],
])('pays all of the customer whose sheet it is, with %s', async (_, name, customerPhone) => {
  const requests = await open({
    'POST /api/credit/bulk-pay': { body: { paid: 1, receipt: { receiptNumber: 'R-20261121-0006' } } },
  });
  const sheet = await openSheet(name);
  fireEvent.click(await sheet.findByRole('button', { name: 'Pay All' }));
  await vi.waitFor(() => expect(openReceiptStore.get()).toBe('R-20261121-0006'));
  expect(bodies(requests, '/api/credit/bulk-pay')).toEqual([{ customerName: name, customerPhone }]);
  expect(screen.queryByRole('dialog', { name })).toBeNull();
});
