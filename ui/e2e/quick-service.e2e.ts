/** Selling at the till: receipts, lost answers, changed prices, and scans. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, deliver, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { type FakePrinter, openPrinter } from './support/printer';
import { scaleLabel, scan } from './support/scanner';

interface Line {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: string;
  receiptNumber: string;
}

let bar: Bar;
let printer: FakePrinter;
let api: Api;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  api = await apiAs(bar, 'manager');
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

const sales = () => api.get<Line[]>('/api/sales?limit=50');
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
/** Each test sets the prices that it needs, because another test or its own first try may have changed them. */
const setPrice = async (name: string, priceUSD: string) => {
  const { id } = await productOf(api, name);
  await api.send('PATCH', `/api/products/${id}`, { currency: 'USD', priceUSD, priceLRD: null });
};
const processSale = (page: Page) => page.getByRole('button', { name: 'Process Sale' }).click();

async function openTill(viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  await tile(page, 'Club Beer').waitFor();
  return page;
}

it('lets a new bartender sign in for the first time, sell, and print a receipt', async () => {
  const admin = await apiAs(bar, 'admin');
  const username = uniqueName('fatu');
  await admin.send('POST', '/api/users', { username, password: 'first-one', role: 'bartender' });
  const page = await newPhone(bar);
  await page.goto('/');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('first-one');
  await page.getByRole('button', { name: 'Sign In' }).click();

  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByText('Your password must be changed before continuing.').waitFor();
  await dialog.getByLabel('Current Password').fill('first-one');
  await dialog.getByLabel('New Password', { exact: true }).fill('second-one');
  await dialog.getByLabel('Confirm New Password').fill('second-one');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('link', { name: 'Quick Service' }).click();

  // Another phone shows the same products meanwhile.
  const other = await openTill();
  const before = await productOf(api, 'Club Beer');
  await tile(other, 'Club Beer')
    .getByText(`${before.stock.toLocaleString('en-US')} left`)
    .waitFor();

  await tile(page, 'Club Beer').click();
  await tile(page, 'Club Beer').click();
  await tile(page, 'Gin and tonic').click();
  await page.getByRole('radio', { name: 'Food' }).check({ force: true });
  await tile(page, 'Beef kebab').click();
  await page.getByRole('button', { name: /Open cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByRole('group', { name: 'Club Beer' }).getByRole('button', { name: 'One less' }).click();
  await cart.getByLabel('Payment Method').selectOption({ label: 'Credit/Debit Card' });
  await expectAccessible(page);
  await processSale(page);

  await page.getByText('Sale completed').waitFor();
  const lines = (await sales()).slice(0, 3);
  const number = lines[0]?.receiptNumber ?? '';
  expect(lines.map((line) => [line.productName, line.quantity, line.receiptNumber]).sort()).toEqual([
    ['Beef kebab', 1, number],
    ['Club Beer', 1, number],
    ['Gin and tonic', 1, number],
  ]);
  await page.getByRole('status').getByText(number).waitFor();
  await tile(other, 'Club Beer')
    .getByText(`${(before.stock - 1).toLocaleString('en-US')} left`)
    .waitFor();
  await printer.waitUntilPrinted(number);
  await printer.waitUntilPrinted('Beef kebab');

  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.getByText('1 × Club Beer').waitFor();
  await receipt.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByText('Sent to the printer').waitFor();
  await printer.waitUntilPrinted('COPY 1');
});

it('sells a beer in three taps', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'bartender');
  const before = (await productOf(api, 'Club Beer')).stock;
  await page.getByRole('link', { name: 'Quick Service' }).click();
  await tile(page, 'Club Beer').click();
  await processSale(page);
  await page.getByText('Sale completed').waitFor();
  expect((await productOf(api, 'Club Beer')).stock).toBe(before - 1);
});

it('sells exactly once when the box is killed after it stored the sale and before it answered', async () => {
  const page = await openTill();
  const before = (await productOf(api, 'Heineken')).stock;
  const keys: (string | undefined)[] = [];
  await page.route('**/api/sales/batch', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await deliver(bar, route.request());
    await bar.kill();
    await route.abort();
  });
  await tile(page, 'Heineken').click();
  await processSale(page);
  await page.getByRole('button', { name: 'Waiting for the box…' }).waitFor();
  await bar.start();
  await page.getByText('Sale completed').waitFor({ timeout: 20_000 });
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect((await productOf(api, 'Heineken')).stock).toBe(before - 1);
  const newest = (await sales())[0];
  expect([newest?.productName, newest?.quantity]).toEqual(['Heineken', 1]);
  expect((await sales()).filter((line) => line.receiptNumber === newest?.receiptNumber)).toHaveLength(1);
});

it('sells exactly once after a timeout, a reload and another press', async () => {
  const page = await openTill();
  const before = (await productOf(api, 'Heineken')).stock;
  let stored = false;
  await page.route('**/api/sales/batch', async (route) => {
    if (!stored) {
      stored = true;
      await deliver(bar, route.request());
      await bar.kill();
    }
    await route.abort();
  });
  await tile(page, 'Heineken').click();
  await processSale(page);
  await page.getByText('Failed to process sales').waitFor({ timeout: 25_000 });
  await page.unroute('**/api/sales/batch');
  await bar.start();
  await page.getByText("Can't reach the Barback box").waitFor({ state: 'hidden', timeout: 10_000 });
  await page.reload();
  await page.getByText('1 item').waitFor();
  await processSale(page);
  await page.getByText('Sale completed').waitFor();
  expect((await productOf(api, 'Heineken')).stock).toBe(before - 1);
  await page.getByText('1 item').waitFor({ state: 'hidden' });
});

it('never charges a price that was not shown', async () => {
  await setPrice('Gin and tonic', '5.00');
  const page = await openTill(DESKTOP);
  await page.route(
    '**/api/sales/batch',
    async (route) => {
      await setPrice('Gin and tonic', '1.75');
      await route.continue();
    },
    { times: 1 },
  );
  await tile(page, 'Gin and tonic').click();
  await processSale(page);
  await page.getByText('Failed to process sales').waitFor();
  const cart = page.getByRole('complementary', { name: 'Cart' });
  await cart.getByText('was $5.00').waitFor();
  await cart.getByText('$1.75 each').waitFor();
  await processSale(page);
  await page.getByText('Sale completed').waitFor();
  expect((await sales())[0]).toMatchObject({ productName: 'Gin and tonic', unitPrice: '1.75' });
});

it('updates a price in the cart and reports it', async () => {
  await setPrice('Gin and tonic', '5.00');
  const page = await openTill(DESKTOP);
  const cart = page.getByRole('complementary', { name: 'Cart' });
  await tile(page, 'Gin and tonic').click();
  await cart.getByText('$5.00 each').waitFor();
  await setPrice('Gin and tonic', '1.25');
  await page.getByText('Cart updated').waitFor();
  await cart.getByText('$1.25 each').waitFor();
});

it('reports insufficient stock and corrects the cart', async () => {
  const { id } = await productOf(api, 'Gin and tonic');
  await api.send('PUT', `/api/products/${id}`, { stock: 12 });
  const page = await openTill(DESKTOP);
  await tile(page, 'Gin and tonic').click();
  await tile(page, 'Gin and tonic').click();
  await page.route(
    '**/api/sales/batch',
    async (route) => {
      await api.send('PUT', `/api/products/${id}`, { stock: 1 });
      await route.continue();
    },
    { times: 1 },
  );
  await processSale(page);
  await page.getByText('Only 1 units available').waitFor();
  const line = page.getByRole('group', { name: 'Gin and tonic' });
  await line.getByText('1', { exact: true }).waitFor();
  await processSale(page);
  await page.getByText('Sale completed').waitFor();
  await tile(page, 'Gin and tonic').getByText('Out').waitFor();
  expect(await tile(page, 'Gin and tonic').isDisabled()).toBe(true);
});

it('adds a scanned product to the cart', async () => {
  const page = await openTill(DESKTOP);
  const { barcode } = await productOf(api, 'Club Beer');
  await scan(page, barcode);
  await page.getByRole('group', { name: 'Club Beer' }).waitFor();
  await scan(page, '0000000000');
  await page.getByText('Unknown barcode 0000000000').waitFor();
});

it('sells what a scale weighed: each label is a line with the price inside', async () => {
  const name = uniqueName('Goat');
  // Of this try alone.
  const article = Date.now() % 100_000;
  await api.send('POST', '/api/products', {
    name,
    barcode: scaleLabel(article, 0),
    priceUSD: '9.00',
    stock: 20,
  });
  const page = await openTill();
  for (const cents of [2750, 310, 310]) await scan(page, scaleLabel(article, cents));
  await page.getByRole('button', { name: /Open cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByText('Price on the label').nth(2).waitFor();
  expect(await cart.getByRole('button', { name: 'One more' }).count()).toBe(0);
  await expectAccessible(page);
  await cart.getByRole('group', { name }).nth(2).getByRole('button', { name: 'Remove' }).click();
  await cart.getByText('$30.60').first().waitFor();
  await cart.getByRole('button', { name: 'Process Sale' }).click();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  const sold = (await sales()).filter(({ productName }) => productName === name);
  expect(sold.map(({ unitPrice, quantity }) => [unitPrice, quantity]).sort()).toEqual([
    ['27.50', 1],
    ['3.10', 1],
  ]);
  expect((await productOf(api, name)).stock).toBe(18);
});

it('passes the accessibility checks on phone and desktop', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const page = await openTill(size);
    await expectAccessible(page);
    await tile(page, 'Club Beer').click();
    await expectAccessible(page);
  }
});
