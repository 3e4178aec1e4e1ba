/** The sales dashboard and the quick sale. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import type { SalesAnalytics } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { BEER, RICE } from '../../test/products';
import { untaxedSums } from '../../test/tax';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import { EMPTY_FORM, saleOf } from './quickSale';
import SalesScreen from './SalesScreen';

const DAYS = ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`);
const ANALYTICS: SalesAnalytics = {
  totalRevenue: '1284.50',
  revenueUSD: '900.00',
  revenueLRD: '73055.00',
  ...untaxedSums('1284.50', '244055.00'),
  salesCount: 212,
  totalQuantity: 438,
  averageSale: '6.06',
  topProducts: [
    { productId: 1, productName: 'Club Beer', totalQuantity: 148, totalRevenue: '296.00' },
    { productId: 2, productName: 'Pepper soup', totalQuantity: 1, totalRevenue: '6.00' },
  ],
  heatMap: DAYS.map((date) => ({
    date,
    hours: Array(13).fill('0.00'),
    // 7 PM, of a day that begins at 5 AM.
    hoursAll: Array.from({ length: 24 }, (_, place) =>
      date === '2026-11-21' && place === 14 ? '1234.50' : '0.00',
    ),
  })),
  firstHour: 5,
};
const NOTHING: SalesAnalytics = {
  ...ANALYTICS,
  totalRevenue: '0.00',
  revenueUSD: '0.00',
  revenueLRD: '0.00',
  salesCount: 0,
  totalQuantity: 0,
  averageSale: '0.00',
  topProducts: [],
  heatMap: DAYS.map((date) => ({
    date,
    hours: Array(13).fill('0.00'),
    hoursAll: Array(24).fill('0.00'),
  })),
};
const SALE = {
  id: 1,
  productName: 'Club Beer',
  quantity: 3,
  currency: 'USD',
  totalAmountUSD: '6.00',
  totalAmountLRD: '1140.00',
  paymentMethod: 'cash',
  customerName: null,
  saleDate: '2026-11-20T20:46:00Z',
  voidedAt: null,
};

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/sales/analytics': { body: ANALYTICS },
    'GET /api/sales?limit=10': { body: [SALE, { ...SALE, id: 2, voidedAt: '2026-11-20T21:00:00Z' }] },
    'GET /api/products': { body: [BEER, RICE] },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    'POST /api/sales': { status: 201, body: { ...SALE, receipt: { receiptNumber: 'R-20261121-0009' } } },
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SalesScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
});

describe('the dashboard', () => {
  it('shows revenue, units and the top products', async () => {
    open();
    expect(await screen.findByText('$1,284.50')).toBeTruthy();
    for (const text of ['212 transactions', '$900.00 + L$73,055', '438', '$6.06', '148 sold'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Quick Service' }).getAttribute('href')).toBe('/bartender');
  });

  it('has a heat map of seven days by thirteen hours, today last', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Sales Heat Map' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell').length)).toEqual(Array(7).fill(13));
    const today = rows.at(-1) as HTMLElement;
    expect(within(today).getByRole('rowheader').textContent).toBe('Sat 21 Nov 2026');
    const cells = within(today).getAllByRole('cell');
    expect(cells[10]?.textContent).toBe('$1,234.50');
    expect(cells.map((cell) => cell.dataset.heat).join('')).toBe('0000000000400');
    expect(screen.getByText('Saturday, 7 PM').parentElement?.textContent).toContain('$1,234.50');
  });

  it('lists the latest sales and marks voided ones', async () => {
    open();
    const rows = await screen.findAllByText(/3 × Club Beer/);
    expect(rows).toHaveLength(2);
    expect(screen.getAllByText('Voided')).toHaveLength(1);
    expect(screen.getAllByText(/Walk-in Customer · Cash/)).toHaveLength(2);
  });

  it('shows a method that the bar has added by its name', async () => {
    const sale = { ...SALE, paymentMethod: 'mtn_momo' };
    open({ 'GET /api/sales?limit=10': { body: [sale] }, 'GET /api/cash/setup': { body: CASH_SETUP } });
    expect(await screen.findByText(/Walk-in Customer · MTN MoMo/)).toBeTruthy();
  });

  it('says that nothing was sold yet', async () => {
    open({ 'GET /api/sales/analytics': { body: NOTHING }, 'GET /api/sales?limit=10': { body: [] } });
    expect(await screen.findByText('No sales recorded yet')).toBeTruthy();
    expect(screen.getByText('No sales data available')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    let broken = true;
    open({
      'GET /api/sales/analytics': () => (broken ? refusal(500, 'internal', 'No') : { body: ANALYTICS }),
    });
    await screen.findByText('The sales could not be loaded');
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$1,284.50')).toBeTruthy();
  });
});

describe('Quick Sale', () => {
  const record = () => fireEvent.click(screen.getByRole('button', { name: 'Record Sale' }));
  async function openDialog(more?: Parameters<typeof fakeServer>[0]) {
    const requests = open(more);
    fireEvent.click(screen.getByRole('button', { name: 'Quick Sale' }));
    await screen.findByRole('option', { name: 'Club Beer' });
    return requests;
  }

  it('requires a product and a valid quantity before it sends anything', async () => {
    const requests = await openDialog();
    record();
    expect(await screen.findByText('Missing information')).toBeTruthy();
    // The toast has the full text, the field a shorter one.
    expect(screen.getByText('Please select a product and quantity')).toBeTruthy();
    expect(screen.getByText('Choose a product')).toBeTruthy();
    choose(screen.getByLabelText('Product'), '1');
    expect(screen.queryByText('Missing information')).toBeNull();
    type(screen.getByLabelText('Quantity'), '0');
    record();
    expect(await screen.findByText('Quantity must be greater than 0')).toBeTruthy();
    expect(screen.getByText('1 or more')).toBeTruthy();
    expect(screen.getByLabelText('Quantity').getAttribute('aria-invalid')).toBe('true');
    type(screen.getByLabelText('Quantity'), '25');
    record();
    expect(await screen.findByText('Only 24 units available')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('records the sale and offers its receipt', async () => {
    const requests = await openDialog();
    choose(screen.getByLabelText('Product'), '2');
    type(screen.getByLabelText('Quantity'), '2');
    choose(screen.getByLabelText('Payment Method'), 'card');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('L$1,900$10.00'));
    record();
    expect(await screen.findByText('Sale recorded')).toBeTruthy();
    const sent = requests.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({
      productId: 2,
      quantity: 2,
      totalAmount: '1900.00',
      paymentMethod: 'card',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'View receipt' }));
    expect(openReceiptStore.get()).toBe('R-20261121-0009');
  });

  it('sells at a discount with a reason, and another product at its own price', async () => {
    signInAs('manager');
    const requests = await openDialog();
    expect(screen.queryByRole('button', { name: /Change price/ })).toBeNull();
    choose(screen.getByLabelText('Product'), '1');
    fireEvent.click(await screen.findByRole('button', { name: 'Change price' }));
    type(await screen.findByLabelText('Price each ($)'), '1.25');
    type(screen.getByLabelText('Reason'), 'Staff');
    fireEvent.click(screen.getByRole('button', { name: 'Change Price' }));
    expect(screen.getByRole('status').textContent).toBe('$1.25L$238');
    expect(screen.getByText(/list price \$2\.00 · Staff/)).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
    choose(screen.getByLabelText('Product'), '2');
    expect(screen.getByRole('status').textContent).toBe('L$950$5.00');
    choose(screen.getByLabelText('Product'), '1');
    fireEvent.click(screen.getByRole('button', { name: /Change price$/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'On the house' }));
    record();
    expect(await screen.findByText('Sale recorded')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      unitPrice: '0.00',
      discountReason: 'On the house',
    });
  });

  it('shows the refusal of the server, and keeps the form', async () => {
    await openDialog({ 'POST /api/sales': refusal(409, 'insufficient_stock', 'Only 1 units available') });
    choose(screen.getByLabelText('Product'), '1');
    record();
    expect(await screen.findByText('Failed to record sale')).toBeTruthy();
    expect(screen.getByText('Only 1 units available')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Quick Sale' })).toBeTruthy();
  });

  it('restores a sale without an answer in the form, with the same key', async () => {
    const requests = await openDialog({ 'POST /api/sales': { status: 500, body: {} } });
    choose(screen.getByLabelText('Product'), '2');
    type(screen.getByLabelText('Quantity'), '2');
    record();
    await screen.findByText('Failed to record sale');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Quick Sale' }));
    expect(await screen.findByText(/it cannot be charged twice/)).toBeTruthy();
    expect(screen.getByLabelText('Quantity')).toHaveProperty('value', '2');
    record();
    await waitFor(() => expect(requests.filter(({ method }) => method === 'POST').length).toBe(2));
    const keys = requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
  });

  async function afterLostAnswer(quantity: string, rate = 190) {
    localStorage.setItem(
      'barback_quick-sale:bartender',
      JSON.stringify([{ ...saleOf(BEER, { ...EMPTY_FORM, productId: '1', quantity: '2' }, 190) }]),
    );
    localStorage.setItem('barback_quick-sale:bartender:key', 'kept-key');
    const requests = await openDialog({
      'GET /api/exchange-rate': { body: { rate } },
      'POST /api/sales': ({ body }) => {
        const { quantity, exchangeRate } = body as { quantity: number; exchangeRate: number };
        return quantity === 2 && exchangeRate === 190
          ? { status: 201, body: { ...SALE, receipt: { receiptNumber: 'R-20261121-0009' } } }
          : refusal(409, 'conflict', 'This key was used for something else');
      },
    });
    type(await screen.findByLabelText('Quantity'), quantity);
    record();
    expect(await screen.findByText('Sale recorded')).toBeTruthy();
    const keys = requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual(['kept-key', 'kept-key']);
  }

  it('reports an earlier sale that was stored, and keeps the one on the screen', async () => {
    await afterLostAnswer('3');
    expect(screen.getByText('Your last sale went through. What is shown here is not sold yet.')).toBeTruthy();
    expect(screen.getByLabelText('Quantity')).toHaveProperty('value', '3');
    expect(screen.queryByText(/We are not sure the last sale arrived/)).toBeNull();
  });

  it('recognizes the same sale although the rate has changed', async () => {
    await afterLostAnswer('2', 200);
    expect(screen.queryByText(/Your last sale went through/)).toBeNull();
    expect(screen.queryByRole('dialog', { name: 'Quick Sale' })).toBeNull();
  });

  it("says 'Please try again' when the server sends no message", async () => {
    await openDialog({ 'POST /api/sales': { status: 500, body: {} } });
    choose(screen.getByLabelText('Product'), '1');
    record();
    expect(await screen.findByText('Please try again')).toBeTruthy();
  });
});
