/** The table service: orders created, prepared and paid on several phones, with rate changes and power cuts. */
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, deliver, freeTable, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { addProducts, deed, orderCard, typeAmounts, unfold } from './support/orders';

interface Order {
  id: number;
  status: string;
  paymentStatus: string;
  isOnCredit: string;
  customerName: string;
  remainingUSD: string;
  remainingLRD: string;
  paidAmountUSD: string;
  paidAmountLRD: string;
  receiptNumber: string | null;
  items: { productName: string; quantity: number }[];
}

/** The smallest phone on which the whole payment dialog must fit. */
const SMALL = { width: 360, height: 640 };

let bar: Bar;
let api: Api;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
  admin = await apiAs(bar, 'admin');
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

async function openTables(viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto('/table-service');
  await page.locator('.spot').first().waitFor();
  await page.getByRole('heading', { name: 'Drinks Service' }).waitFor();
  return page;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const card = orderCard;
const orderOf = async (customer: string) =>
  (await api.get<Order[]>('/api/orders')).find(({ customerName }) => customerName === customer) as Order;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface OrderInput {
  customer: string;
  products: string[];
  table?: string;
}

async function createOrder(page: Page, { customer, products, table }: OrderInput) {
  const form = dialog(page, table ?? 'New Drink Order');
  if (table) {
    await button(page, table).click();
    await addProducts(form, ...products);
    await form.getByText('Name and note').click();
    await form.getByLabel('Customer Name').fill(customer);
  } else {
    await button(page, 'New Drink Order').click();
    await form.getByLabel('Customer Name').fill(customer);
    await form.getByRole('button', { name: 'Select Drinks' }).click();
    const picker = dialog(page, 'Select Drinks');
    await addProducts(picker, ...products);
    await picker.getByRole('button', { name: 'Done' }).click();
  }
  await form.getByText(`${products.length} item(s) selected`).waitFor();
  await form.getByRole('button', { name: 'Create Drink Order' }).click();
  await form.waitFor({ state: 'hidden' });
  await card(page, customer).waitFor();
}

async function openPayment(page: Page, customer: string) {
  await deed(card(page, customer), 'Payment');
  return dialog(page, 'Process Payment');
}

it('serves a table with two phones, and takes both currencies while the rate changes', async () => {
  const table = `Table ${(await freeTable(api)).tableNumber}`;
  const waiter = await openTables();
  const kitchen = await openTables(DESKTOP);
  await createOrder(waiter, {
    customer: 'Konah Of The Tests',
    products: ['Club Beer', 'Club Beer', 'Cassava leaf with rice'],
    table,
  });
  await card(waiter, 'Konah Of The Tests').getByRole('heading', { name: table }).waitFor();

  const ticket = await unfold(card(kitchen, 'Konah Of The Tests'));
  await ticket.getByRole('button', { name: 'Start Preparing' }).click();
  await ticket.getByRole('button', { name: 'Mark Ready' }).click();
  await ticket.getByText('Ready', { exact: true }).waitFor();
  await (await unfold(card(waiter, 'Konah Of The Tests')))
    .getByRole('button', { name: 'Mark Served' })
    .waitFor();

  // 2 × $2.00 and L$855: at 190 that is $8.50.
  const pay = await openPayment(waiter, 'Konah Of The Tests');
  await pay.getByText('$8.50').first().waitFor();
  await pay.getByRole('radio', { name: 'Mixed' }).check();
  await pay.getByLabel('Amount USD').fill('4');
  await admin.send('POST', '/api/exchange-rate', { rate: 171 });
  await pay.getByRole('alert').getByText('1 USD = 171 LRD').waitFor();
  await pay.getByText('$5.00', { exact: true }).waitFor();
  expect(await pay.getByLabel('Amount USD').inputValue()).toBe('4');
  await pay.getByRole('button', { name: 'Exact L$' }).click();
  expect(await pay.getByLabel('Amount LRD').inputValue()).toBe('855');
  await pay.getByText('Fully Paid').waitFor();
  await pay.getByRole('button', { name: 'Process Payment' }).click();

  await dialog(waiter, 'Digital Receipt').getByText('Konah Of The Tests').waitFor();
  await waiter.getByText('Payment completed! Digital receipt generated.').waitFor();
  await ticket.getByText('Paid', { exact: true }).first().waitFor();
  expect(await orderOf('Konah Of The Tests')).toMatchObject({
    paymentStatus: 'paid',
    paidAmountUSD: '4.00',
    paidAmountLRD: '855.00',
  });
  await admin.send('POST', '/api/exchange-rate', { rate: 190 });
});

it('charges nothing when the rate changes at the moment of paying', async () => {
  const page = await openTables();
  await createOrder(page, { customer: 'Saye Of The Tests', products: ['Club Beer'] });
  const pay = await openPayment(page, 'Saye Of The Tests');
  await pay.getByRole('radio', { name: 'Exact $' }).check({ force: true });
  const meanwhile = async (route: Route) => {
    await admin.send('POST', '/api/exchange-rate', { rate: 200 });
    await route.continue();
  };
  await page.route('**/payment', meanwhile, { times: 1 });
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await pay.getByRole('alert').getByText('1 USD = 200 LRD').waitFor();
  expect((await orderOf('Saye Of The Tests')).paymentStatus).toBe('unpaid');
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await dialog(page, 'Digital Receipt').waitFor();
  await admin.send('POST', '/api/exchange-rate', { rate: 190 });
});

it('attaches the unpaid rest of an order to credit', async () => {
  const page = await openTables();
  await createOrder(page, { customer: 'Garmai Of The Tests', products: ['Club Beer', 'Club Beer Large'] });
  const pay = await openPayment(page, 'Garmai Of The Tests');
  await typeAmounts(pay);
  await pay.getByLabel('Amount USD').fill('2');
  await pay.getByText('$3.00', { exact: true }).waitFor();
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByText('Payment has been recorded successfully').waitFor();

  const order = card(page, 'Garmai Of The Tests');
  await order.getByText('Partial', { exact: true }).waitFor();
  await deed(order, 'Attach to Credit');
  const attach = dialog(page, 'Attach to Credit');
  await attach.getByLabel('Customer Name').fill(' ');
  await attach.getByRole('button', { name: 'Attach to Credit' }).click();
  await attach.getByText('Customer name is required').waitFor();
  await attach.getByLabel('Customer Name').fill('Garmai Of The Tests');
  await attach.getByRole('button', { name: 'Attach to Credit' }).click();
  await page.getByText('Added to Credit').waitFor();
  await order.getByText('On Credit', { exact: true }).waitFor();
  const { id } = await orderOf('Garmai Of The Tests');
  const owed = await api.get<{ orderId: number; productName: string; status: string }[]>('/api/credit');
  expect(owed.filter(({ orderId }) => orderId === id)).toMatchObject([
    { productName: 'Club Beer Large', status: 'active' },
  ]);
});

it('sells the last bottle to only one of two orders', async () => {
  const { id } = await productOf(api, 'Gin and tonic');
  await admin.send('PUT', `/api/products/${id}`, { stock: 1 });
  const [one, other] = [await openTables(), await openTables()];
  for (const [page, customer] of [
    [one, 'Fatu Of The Tests'],
    [other, 'Hawa Of The Tests'],
  ] as const) {
    await button(page, 'New Drink Order').click();
    await dialog(page, 'New Drink Order').getByLabel('Customer Name').fill(customer);
    await dialog(page, 'New Drink Order').getByRole('button', { name: 'Select Drinks' }).click();
    await addProducts(dialog(page, 'Select Drinks'), 'Gin and tonic');
    await dialog(page, 'Select Drinks').getByRole('button', { name: 'Done' }).click();
  }
  // The second phone keeps the old stock until it has sent its order.
  await other.route('**/api/products', (route) => route.abort());
  await dialog(one, 'New Drink Order').getByRole('button', { name: 'Create Drink Order' }).click();
  await card(one, 'Fatu Of The Tests').waitFor();
  await dialog(other, 'New Drink Order').getByRole('button', { name: 'Create Drink Order' }).click();
  await other.unroute('**/api/products');
  await other.getByText('Failed to create order').waitFor();
  await other.getByText('Only 0 units available').first().waitFor();
  expect((await productOf(api, 'Gin and tonic')).stock).toBe(0);
  expect(await orderOf('Hawa Of The Tests')).toBeUndefined();
  expect(await dialog(other, 'New Drink Order').getByLabel('Customer Name').inputValue()).toBe(
    'Hawa Of The Tests',
  );
});

it('takes a payment once when the box is killed during it', async () => {
  const page = await openTables();
  await createOrder(page, { customer: 'Kebbeh Of The Tests', products: ['Club Beer'] });
  const pay = await openPayment(page, 'Kebbeh Of The Tests');
  const powerCut = async (route: Route) => {
    // The box stores the payment, and its answer is lost.
    await deliver(bar, route.request());
    await bar.kill();
    await route.abort();
  };
  await page.route('**/payment', powerCut, { times: 1 });
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await pay.getByText('Waiting for the box…').waitFor();
  await bar.start();
  await dialog(page, 'Digital Receipt').getByText('Kebbeh Of The Tests').waitFor();
  expect(await orderOf('Kebbeh Of The Tests')).toMatchObject({
    paymentStatus: 'paid',
    paidAmountUSD: '2.00',
  });
  const { id } = await orderOf('Kebbeh Of The Tests');
  const receipts = await api.get<{ orderId: number | null }[]>('/api/receipts');
  expect(receipts.filter(({ orderId }) => orderId === id)).toHaveLength(1);
});

it('keeps the order form over a reload, and adds and removes items of an order', async () => {
  const page = await openTables();
  await page.locator('#quick summary').click();
  await page.locator('.quick').getByRole('button').and(page.locator(':enabled')).first().click();
  await dialog(page, 'Select Drinks').getByRole('button', { name: 'Done' }).click();
  await dialog(page, 'New Drink Order').getByLabel('Customer Name').fill('Siah Of The Tests');
  await page.reload();
  await button(page, 'New Drink Order').click();
  const form = dialog(page, 'New Drink Order');
  expect(await form.getByLabel('Customer Name').inputValue()).toBe('Siah Of The Tests');
  await form.getByText('1 item(s) selected').waitFor();
  await form.getByRole('button', { name: 'One more' }).click();
  await form.getByText('2 item(s) selected').waitFor();
  await form.getByRole('button', { name: 'Create Drink Order' }).click();
  await deed(card(page, 'Siah Of The Tests'), 'Edit Items');

  const edit = dialog(page, 'Edit Items');
  await edit.getByRole('searchbox').fill('Heineken');
  await addProducts(edit, 'Heineken');
  await edit.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Added to the order').waitFor();
  expect((await orderOf('Siah Of The Tests')).items).toHaveLength(2);
  await deed(card(page, 'Siah Of The Tests'), 'Edit Items');
  await edit.getByRole('button', { name: 'Remove' }).first().click();
  await edit.getByRole('button', { name: 'Remove' }).nth(1).waitFor({ state: 'hidden' });
  expect((await orderOf('Siah Of The Tests')).items.map(({ productName }) => productName)).toEqual([
    'Heineken',
  ]);
  await edit.getByRole('button', { name: 'Close' }).click();

  await deed(card(page, 'Siah Of The Tests'), 'Cancel Order');
  const ask = dialog(page, 'Cancel this order?');
  await ask.getByLabel('Reason').fill('Guest left');
  await ask.getByRole('button', { name: 'Cancel Order' }).click();
  await card(page, 'Siah Of The Tests').waitFor({ state: 'hidden' });
  expect((await orderOf('Siah Of The Tests')).status).toBe('cancelled');
});

it('asks for confirmation before it frees a table with an unpaid order', async () => {
  const { tableNumber } = await freeTable(api);
  const page = await openTables();
  await createOrder(page, {
    customer: 'Tenneh Of The Tests',
    products: ['Club Beer'],
    table: `Table ${tableNumber}`,
  });
  await page.getByRole('radio', { name: 'Seats' }).check({ force: true });
  const [free, occupy] = [
    button(page, `Free Table ${tableNumber}`),
    button(page, `Occupy Table ${tableNumber}`),
  ];
  await free.click();
  const ask = dialog(page, `Free table ${tableNumber}?`);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await free.click();
  await ask.getByRole('button', { name: 'Free table' }).click();
  await occupy.click();
  await free.waitFor();
});

it('fits the payment dialog on the smallest phone, and passes the accessibility checks', async () => {
  for (const size of [SMALL, PHONE, DESKTOP]) {
    const page = await openTables(size);
    await expectAccessible(page);
    const pay = page.locator('article.order').filter({ hasText: 'Unpaid', hasNotText: 'On Credit' }).first();
    await deed(pay, 'Payment');
    const sheet = dialog(page, 'Process Payment');
    await expectAccessible(page);
    await typeAmounts(sheet);
    await sheet.getByRole('button', { name: '9' }).click();
    await sheet.getByRole('button', { name: '00' }).click();
    await sheet.getByText('Fully Paid').waitFor();
    await expectAccessible(page);
    const fits = await sheet
      .locator('article')
      .evaluate((article) => article.scrollHeight <= article.clientHeight);
    expect(fits).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.context().close();
  }
});

it("shows the figures on the bartender's dashboard", async () => {
  const page = await newPhone(bar);
  await signIn(page, 'bartender');
  await page.goto('/bartender-dashboard');
  const stats = await api.get<{ pendingOrders: number; outOfStockItems: number }>(
    '/api/bartender/dashboard-stats',
  );
  const figure = (name: string) => page.locator('dl', { hasText: name });
  await figure('Pending Orders').getByText(String(stats.pendingOrders), { exact: true }).waitFor();
  await figure('Out of Stock').getByText(String(stats.outOfStockItems), { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Table Service/ }).click();
  await page.getByRole('heading', { name: 'Drinks Service' }).waitFor();
});
