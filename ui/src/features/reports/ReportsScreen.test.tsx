/** The reports: the dates, the sales of each user and product, the takings, the latest sales, files and printing. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { SalesReport, SalesSums, UserSalesReport } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { untaxedSums } from '../../test/tax';
import ReportsScreen from './ReportsScreen';
import { productsLine } from './UserSalesDetails';

const SUMS: SalesSums = {
  totalRevenue: '1284.50',
  revenueUSD: '900.00',
  revenueLRD: '73055.00',
  ...untaxedSums('1284.50', '244055.00'),
  totalSales: 212,
  totalQuantity: 1438,
};
const NONE: SalesSums = {
  totalRevenue: '0.00',
  revenueUSD: '0.00',
  revenueLRD: '0.00',
  ...untaxedSums('0.00', '0.00'),
  totalSales: 0,
  totalQuantity: 0,
};
const REPORT: SalesReport = {
  overallSummary: SUMS,
  days: [],
  takings: [{ paymentMethod: 'cash', amountUSD: '800.00', amountLRD: '70000.00' }],
  tenders: [],
  changeUSD: '0.00',
  changeLRD: '0.00',
  categories: [{ category: 'drinks', totalRevenue: '1000.00', totalQuantity: 1200 }],
  hours: [
    { ...SUMS, hour: 23, totalRevenue: '1000.00', totalSales: 200 },
    { ...SUMS, hour: 0, totalRevenue: '284.50', totalSales: 12 },
  ],
};
const GOODS = { totalRevenue: '1000.00', revenueUSD: '1000.00', revenueLRD: '0.00', totalQuantity: 1200 };
const PRODUCTS = {
  products: [{ ...GOODS, productId: 1, productName: 'Guinness' }],
  others: { ...GOODS, count: 2, totalRevenue: '284.50', totalQuantity: 238 },
};
/** The query of a range, as the screen sends it. */
const of = (from: string, to: string) => `startDate=${from}&endDate=${to}`;
/** The last 30 days. */
const LAST_30 = of('2026-10-22', '2026-11-20');
const MUSU = {
  ...SUMS,
  userId: 3,
  userName: 'musu',
  userFirstName: 'Musu',
  userLastName: 'Kollie',
  userRole: 'bartender',
  totalSales: 118,
  lastSaleDate: '2026-11-20T20:46:00',
};
const IDLE = {
  ...MUSU,
  ...NONE,
  userId: 4,
  userName: 'prince',
  userFirstName: null,
  userLastName: null,
  lastSaleDate: null,
};
const RECENT = {
  id: 9,
  productName: 'Club Beer',
  totalAmount: '6.00',
  currency: 'USD',
  totalAmountUSD: '6.00',
  totalAmountLRD: '1140.00',
  quantity: 3,
  paymentMethod: 'cash',
  saleDate: '2026-11-19T20:46:00',
  customerName: null,
  customerPhone: null,
  userFirstName: null,
  userLastName: null,
  userName: 'musu',
};
const SALES: UserSalesReport = {
  summary: { ...SUMS, totalSales: 8 },
  customerSales: [
    {
      ...SUMS,
      customerName: 'James Cooper',
      customerPhone: '0770551240',
      totalSales: 8,
      totalRevenue: '96.00',
      products: ['Club Beer', 'Pepper soup', 'Guinness', 'Malta'].map((productName, productId) => ({
        productId,
        productName,
        totalQuantity: 1,
        totalRevenue: '1.00',
      })),
      lastSaleDate: '2026-11-20T20:46:00',
    },
  ],
};

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-20', hours: [] }] } },
    'GET /api/admin/sales-report': { body: REPORT },
    [`GET /api/admin/sales-summary?${LAST_30}`]: { body: [MUSU, IDLE] },
    [`GET /api/admin/recent-sales-with-customers?${LAST_30}`]: { body: [RECENT] },
    [`GET /api/admin/product-sales?${LAST_30}&limit=8`]: { body: PRODUCTS },
    [`GET /api/admin/user-sales?userId=3&${LAST_30}`]: { body: SALES },
    [`GET /api/admin/user-sales?userId=4&${LAST_30}`]: { body: { summary: NONE, customerSales: [] } },
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ReportsScreen />
    </QueryClientProvider>,
  );
  return requests;
}
const view = async (index: number) => {
  const buttons = await screen.findAllByRole('button', { name: 'View' });
  fireEvent.click(buttons[index] as HTMLElement);
};
/** The cells of each row, `|` between them. */
const rowsOf = (table: HTMLElement) =>
  [...(table as HTMLTableElement).rows].map(({ cells }) =>
    [...cells].map(({ textContent }) => textContent).join('|'),
  );
const setDay = (label: string, day: string) => type(screen.getByLabelText(label), day);

beforeEach(() => {
  queryClient.clear();
  signInAs('admin');
});

describe('one night', () => {
  const day = (date: string, totalRevenue: string, totalSales: number): Record<string, unknown> => ({
    [`GET /api/admin/sales-report?${of(date, date)}`]: {
      body: {
        ...REPORT,
        overallSummary: { ...SUMS, totalRevenue, totalSales },
        hours: [{ ...SUMS, hour: 23, totalRevenue, totalSales }],
      },
    },
  });
  const night = '2026-11-19';
  const others = {
    [`GET /api/admin/sales-summary?${of(night, night)}`]: { body: [] },
    [`GET /api/admin/recent-sales-with-customers?${of(night, night)}`]: { body: [] },
    [`GET /api/admin/product-sales?${of(night, night)}&limit=8`]: { body: PRODUCTS },
  };
  const before = [12, 5].map((date) => `2026-11-${String(date).padStart(2, '0')}`);
  const more = ['2026-10-29', '2026-10-22', '2026-10-15', '2026-10-08', '2026-10-01', '2026-09-24'];

  it('stands beside what is usual on its weekday', async () => {
    open({
      ...day(night, '450.00', 90),
      ...Object.assign({}, ...[...before, ...more].map((date) => day(date, '500.00', 100))),
      ...others,
    });
    await screen.findByText('3 × Club Beer');
    fireEvent.click(screen.getByRole('radio', { name: 'Last night' }));
    const period = within(screen.getByRole('region', { name: 'Period summary' }));
    expect(await period.findByText('Usual Thursday')).toBeTruthy();
    expect(period.getByText('−10.0 %')).toBeTruthy();
    expect(period.getByText('$500.00')).toBeTruthy();
    expect(period.getByText('usually 100')).toBeTruthy();
    const hours = within(screen.getByRole('region', { name: 'Sales by Hour' }));
    expect(hours.getByText(/11 PM was slower than usual/)).toBeTruthy();
    expect(rowsOf(hours.getByRole('table', { hidden: true }))).toEqual([
      'Hour|Sold|Usual Thursday|Total Sales',
      '11 PM to 12 AM|$450.00|$500.00|90',
    ]);
  });

  it('says nothing of what is usual while there are too few', async () => {
    open({
      ...day(night, '450.00', 90),
      ...Object.assign({}, ...before.map((date) => day(date, '500.00', 100))),
      ...Object.assign({}, ...more.map((date) => day(date, '0.00', 0))),
      ...others,
    });
    await screen.findByText('3 × Club Beer');
    fireEvent.click(screen.getByRole('radio', { name: 'Last night' }));
    const period = within(screen.getByRole('region', { name: 'Period summary' }));
    expect(await period.findByText('$450.00')).toBeTruthy();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(period.queryByText(/Usual/)).toBeNull();
  });
});

describe('what the bar gave away', () => {
  it('is folded into one line, with its kinds below', async () => {
    const none = { count: 0, per100: null, worthUSD: '0.00' };
    const kinds = { discounts: none, comps: none, voids: none, walkOuts: none };
    const rows = [
      { kinds: { ...kinds, discounts: { count: 4, per100: null, worthUSD: '8.25' } } },
      {
        kinds: {
          ...kinds,
          discounts: { count: 2, per100: null, worthUSD: '4.00' },
          voids: { count: 1, per100: null, worthUSD: '6.20' },
        },
      },
    ];
    open({ 'GET /api/reports/exceptions?from=2026-10-22&to=2026-11-20': { body: { rows } } });
    const less = within(await screen.findByRole('region', { name: 'Less' }));
    expect(less.getByText('−$18.45')).toBeTruthy();
    expect(rowsOf(less.getByRole('table', { hidden: true }))).toEqual([
      'What|USD|Times',
      'Discounts|$12.25|6',
      'Voids|$6.20|1',
    ]);
  });
});

describe('the screen', () => {
  it('shows the figures of the period, by business days', async () => {
    open();
    const period = within(await screen.findByRole('region', { name: 'Period summary' }));
    for (const text of ['$1,284.50', '$900.00 + L$73,055', '212', '1,438'])
      expect(period.getByText(text)).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-10-22'));
    expect(screen.getByLabelText('To')).toHaveProperty('value', '2026-11-20');
    expect(screen.getAllByText('L$70,000')).toHaveLength(2);
    expect(
      within(screen.getByRole('region', { name: 'Sales by Category' })).getByText('1,200 sold'),
    ).toBeTruthy();
  });

  it('loads the chosen range, and keeps the old figures when the range is invalid', async () => {
    const november = of('2026-11-01', '2026-11-20');
    const requests = open({
      'GET /api/admin/sales-report?startDate=2026-11-01&endDate=2026-11-20': {
        body: { ...REPORT, overallSummary: { ...SUMS, totalSales: 77 } },
      },
      [`GET /api/admin/sales-summary?${november}`]: { body: [MUSU] },
      [`GET /api/admin/recent-sales-with-customers?${november}`]: { body: [RECENT] },
      [`GET /api/admin/product-sales?${november}&limit=8`]: { body: PRODUCTS },
    });
    await waitFor(() => expect(screen.getByLabelText('To')).toHaveProperty('value', '2026-11-20'));
    setDay('From', '2026-11-01');
    expect(await screen.findByText('77')).toBeTruthy();
    const before = requests.length;
    setDay('From', '2026-11-25');
    expect((await screen.findByRole('alert')).textContent).toBe('The first day must not be after the last');
    expect(screen.getByText('77')).toBeTruthy();
    expect(requests).toHaveLength(before);
  });

  it('shows every part for last night, by the day of the bar', async () => {
    const night = of('2026-11-19', '2026-11-19');
    const requests = open({
      // The bar's day is not the phone's: after midnight the night goes on.
      [`GET /api/admin/sales-report?${night}`]: {
        body: { ...REPORT, overallSummary: { ...SUMS, totalSales: 7 } },
      },
      [`GET /api/admin/sales-summary?${night}`]: { body: [{ ...MUSU, totalSales: 7 }] },
      [`GET /api/admin/recent-sales-with-customers?${night}`]: { body: [{ ...RECENT, productName: 'Gin' }] },
      [`GET /api/admin/product-sales?${night}&limit=8`]: {
        body: { ...PRODUCTS, others: { ...GOODS, count: 0 } },
      },
    });
    await screen.findByText('3 × Club Beer');
    expect(screen.getByRole('radio', { name: '30 days' })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: 'Last night' }));
    expect(await screen.findByText('3 × Gin')).toBeTruthy();
    expect(await screen.findByText('7 sales')).toBeTruthy();
    const products = within(screen.getByRole('region', { name: 'Sales by Product' }));
    await waitFor(() => expect(products.queryByText('2 other products')).toBeNull());
    expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-11-19');
    expect(screen.getByLabelText('To')).toHaveProperty('value', '2026-11-19');
    const asked = requests.filter(({ path }) => path.startsWith('/api/admin/') && path.includes(night));
    expect(new Set(asked.map(({ path }) => path.split('?')[0])).size).toBe(4);
    // A day of its own is none of the presets.
    setDay('From', '2026-11-18');
    expect(screen.getAllByRole('radio').every((radio) => !(radio as HTMLInputElement).checked)).toBe(true);
  });

  it('shows products and hours, and all products on request', async () => {
    open({
      [`GET /api/admin/product-sales?${LAST_30}`]: {
        body: {
          products: ['Guinness', 'Gin', 'Malta'].map((productName, productId) => ({
            ...GOODS,
            productId,
            productName,
          })),
          others: { ...GOODS, count: 0 },
        },
      },
    });
    const products = within(await screen.findByRole('region', { name: 'Sales by Product' }));
    expect((await products.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Guinness$1,000.001,200 sold',
      '2 other products$284.50238 sold',
    ]);
    fireEvent.click(products.getByRole('button', { name: 'Show all 3' }));
    expect(await products.findByText('Malta')).toBeTruthy();
    fireEvent.click(products.getByRole('button', { name: 'Show fewer' }));
    expect(await products.findByText('2 other products')).toBeTruthy();
    const hours = within(screen.getByRole('region', { name: 'Sales by Hour' }));
    expect(hours.getByText('11 PM, $1,000.00')).toBeTruthy();
    expect(rowsOf(hours.getByRole('table', { hidden: true }))).toEqual([
      'Hour|Sold|Total Sales',
      '11 PM to 12 AM|$1,000.00|200',
      '12 AM to 1 AM|$284.50|12',
    ]);
  });

  it('shows the customers of one user at a time', async () => {
    open();
    await view(0);
    expect(await screen.findByText('Sales by Customer')).toBeTruthy();
    expect(await screen.findByText('James Cooper')).toBeTruthy();
    expect(screen.getByText('0770 55 12 40 · 8 sales')).toBeTruthy();
    expect(screen.getByText('Club Beer, Pepper soup, Guinness +1')).toBeTruthy();
    await view(0);
    expect(await screen.findByText('No customer sales found for selected period')).toBeTruthy();
    expect(screen.queryByText('James Cooper')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('Sales by Customer')).toBeNull();
  });

  it('can load the customers again after a failure', async () => {
    open({
      [`GET /api/admin/user-sales?userId=3&${LAST_30}`]: (_call, count) =>
        count === 1 ? refusal(500, 'internal', 'oh') : { body: SALES },
    });
    await view(0);
    expect(await screen.findByText('Failed to load user sales details')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('James Cooper')).toBeTruthy();
  });

  it('lists the latest sales with customer and seller', async () => {
    open();
    expect(await screen.findByText('3 × Club Beer')).toBeTruthy();
    expect(screen.getByText('Walk-in Customer')).toBeTruthy();
    expect(screen.getByText('Cash · 19 Nov 2026, 8:46 PM · musu')).toBeTruthy();
  });

  it('says that there are no recent sales', async () => {
    open({ [`GET /api/admin/recent-sales-with-customers?${LAST_30}`]: { body: [] } });
    expect(await screen.findByText('No recent sales found')).toBeTruthy();
  });
});

it('lists at most three products', () => {
  expect(productsLine(['a', 'b', 'c'])).toBe('a, b, c');
  expect(productsLine(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c +2');
});

it('shows a method that the bar has added by its name', async () => {
  const momo = { paymentMethod: 'mtn_momo', amountUSD: '8.00', amountLRD: '0.00' };
  const tenders = [
    { method: 'mtn_momo', name: 'MTN MoMo', currency: 'USD', count: 1, tendered: '8.00', refunded: '0.00' },
  ];
  open({
    'GET /api/cash/setup': { body: CASH_SETUP },
    'GET /api/admin/sales-report': { body: { ...REPORT, takings: [momo], tenders } },
    [`GET /api/admin/recent-sales-with-customers?${LAST_30}`]: {
      body: [{ ...RECENT, paymentMethod: 'mtn_momo' }],
    },
  });
  const kept = within(await screen.findByRole('region', { name: 'Takings' }));
  expect(kept.getByText('MTN MoMo')).toBeTruthy();
  expect(await screen.findByText(/^MTN MoMo · .* · musu$/)).toBeTruthy();
});

describe('the takings by currency', () => {
  const row = {
    method: 'cash',
    name: 'Cash',
    currency: 'USD',
    count: 6,
    tendered: '32.00',
    refunded: '-6.00',
  };
  const momo = { ...row, name: 'MTN MoMo', currency: 'LRD', count: 1, tendered: '380.00', refunded: '0.00' };

  it('list each method, its refunds, and the change given', async () => {
    const tenders = [row, { ...momo, method: 'mtn_momo' }];
    open({
      'GET /api/admin/sales-report': {
        body: { ...REPORT, tenders, changeUSD: '6.00', changeLRD: '69.40' },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Takings by Currency' }));
    expect(card.getAllByRole('listitem', { hidden: true }).map((item) => item.textContent)).toEqual([
      'Cash, US$6 payments$32.00$6.00 given back',
      'MTN MoMo, L$1 paymentL$380',
      'Change given, US$−$6.00',
      'Change given, L$−L$69.40',
    ]);
  });

  it('show tips beside the takings, where there were any', async () => {
    const tips = { tipsUSD: '4.05', tipsLRD: '100.00' };
    open({ 'GET /api/admin/sales-report': { body: { ...REPORT, tenders: [row], ...tips } } });
    const kept = within(await screen.findByRole('region', { name: 'Takings' }));
    expect(rowsOf(kept.getByRole('table'))).toEqual([
      'Payment method|USD|LRD',
      'Cash|$800.00|L$70,000',
      'In all|$800.00|L$70,000',
      'TipsNot in the takings|$4.05|L$100',
    ]);
    const received = within(screen.getByRole('region', { name: 'Takings by Currency' }));
    expect(received.getAllByRole('listitem', { hidden: true }).map((item) => item.textContent)).toEqual([
      'Cash, US$6 payments$32.00$6.00 given back',
      'Tips, US$−$4.05',
      'Tips, L$−L$100',
    ]);
  });

  it('show no tips where there were none', async () => {
    open();
    await screen.findByText('Takings');
    expect(screen.queryByText('Tips')).toBeNull();
  });

  it('are hidden while there are none', async () => {
    open();
    await screen.findByText('Takings');
    expect(screen.queryByText('Takings by Currency')).toBeNull();
  });
});

describe('printing', () => {
  it('prints the shown period', async () => {
    const requests = open({
      'GET /api/printers': { body: [{ id: 1, name: 'Bar' }] },
      'POST /api/reports/print': { status: 202, body: {} },
    });
    const print = await screen.findByRole('button', { name: 'Print' });
    await waitFor(() => expect(screen.getByDisplayValue('2026-11-20')).toBeTruthy());
    fireEvent.click(print);
    await waitFor(() => expect(requests.some(({ path }) => path === '/api/reports/print')).toBe(true));
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      startDate: '2026-10-22',
      endDate: '2026-11-20',
    });
  });

  it('is not offered without a printer', async () => {
    open({ 'GET /api/printers': { body: [] } });
    await waitFor(() => expect(queryClient.getQueryData(['/api/printers'])).toEqual([]));
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});

describe('the files', () => {
  it('are downloaded for the shown dates, under the name that the box gives', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const requests = open({
      [`GET /api/reports/staff?${LAST_30}&format=xlsx`]: {
        body: {},
        headers: { 'Content-Disposition': 'attachment; filename="staff-2026-10-22-to-2026-11-20.xlsx"' },
      },
      [`GET /api/reports/customers?${LAST_30}&format=csv`]: {
        status: 400,
        body: { message: 'Choose fewer days.', code: 'invalid', fields: null },
      },
    });
    await screen.findByText('3 × Club Beer');
    const choose = (item: string) => {
      fireEvent.click(screen.getByRole('button', { name: 'Download All Accounts' }));
      fireEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    choose('Excel');
    await waitFor(() => expect(names).toEqual(['staff-2026-10-22-to-2026-11-20.xlsx']));
    choose('By customer, CSV');
    await waitFor(() => expect(requests.some(({ path }) => path.includes('/customers'))).toBe(true));
    expect(names).toHaveLength(1);
    for (const title of [
      'Takings',
      'Sales by Product',
      'Sales by Hour',
      'Sales by Category',
      'Recent Sales with Customers',
    ])
      expect(screen.getByRole('button', { name: `Download ${title}` })).toBeTruthy();
  });
});
