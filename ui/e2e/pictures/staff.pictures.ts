/** Screenshots for docs/staff, one test per task. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs } from '../support/api';
import { type Bar, openBar } from '../support/box';
import { addProducts, deed, orderCard, typeAmounts, unfold } from '../support/orders';
import { type FakePrinter, openPrinter } from '../support/printer';
import { closeToast, phoneOf, take } from './camera';

const GUEST = 'Martha Kollie';
const PHONE_NUMBER = '0886 20 11 73';

let bar: Bar;
let printer: FakePrinter;
let admin: Api;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  admin = await apiAs(bar, 'admin');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const order = (page: Page) => orderCard(page, GUEST);
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });

it('signs in', async () => {
  const page = await phoneOf(bar, 'guest');
  await page.goto('/login');
  await page.getByText('DEMO').waitFor();
  await take(page, 'sign-in');
});

it('sells a drink and prints the receipt', async () => {
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/bartender');
  for (const name of ['Club Beer', 'Club Beer', 'Heineken', 'Ginger juice']) await tile(page, name).click();
  await take(page, 'sell');
  await page.getByRole('button', { name: 'Open cart' }).click();
  await take(page, 'sell-cart');
  await button(page, 'Process Sale').click();
  await page.getByText('Sale completed').waitFor();
  await take(page, 'sell-done');
  await button(page, 'View receipt').click();
  await dialog(page, 'Digital Receipt').getByText('Served by').waitFor();
  await take(page, 'receipt');
});

it('serves a table and takes a payment in two currencies', async () => {
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/table-service');
  await page.locator('.spot[data-taken]:has(.money)').first().waitFor();
  await take(page, 'tables');
  // Which tables are taken differs from night to night.
  const free = page.locator('.spot:not([data-taken])').first();
  const table = (await free.getAttribute('aria-label')) ?? '';
  await free.click();
  const sheet = dialog(page, table);
  await addProducts(sheet, 'Club Beer', 'Club Beer', 'Cassava leaf with rice');
  await button(sheet, 'Add Club Beer').scrollIntoViewIfNeeded();
  await take(page, 'order-picker');
  await sheet.getByText('3 item(s) selected').click();
  await take(page, 'order-form');
  await sheet.getByText('3 item(s) selected').click();
  await sheet.getByText('Name and note').click();
  await sheet.getByLabel('Customer Name').fill(GUEST);
  await sheet.getByRole('button', { name: 'Create Drink Order' }).click();
  await order(page).waitFor();
  await closeToast(page);
  await (await unfold(order(page))).evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await take(page, 'order-card');

  await deed(order(page), 'Payment');
  const pay = dialog(page, 'Process Payment');
  await typeAmounts(pay);
  await pay.getByLabel('Amount USD').fill('5');
  await pay.getByLabel('Amount LRD').fill('1000');
  await pay.getByText('Fully Paid').waitFor();
  await take(page, 'pay-both');
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByText('Change to give on').waitFor();
});

it('attaches an order to credit, and takes a payment', async () => {
  const page = await phoneOf(bar, 'bartender');
  const products = await admin.get<{ id: number; name: string }[]>('/api/products');
  const beer = products.find(({ name }) => name === 'Club Beer');
  await admin.send('POST', '/api/orders', {
    customerName: 'Boakai Sirleaf',
    orderType: 'dine_in',
    items: [{ productId: beer?.id, quantity: 3 }],
  });
  await page.goto('/table-service');
  await deed(orderCard(page, 'Boakai Sirleaf'), 'Attach to Credit');
  await dialog(page, 'Attach to Credit').getByLabel('Phone (optional)').fill(PHONE_NUMBER);
  await take(page, 'credit-attach');
  await dialog(page, 'Attach to Credit').getByRole('button', { name: 'Attach to Credit' }).click();
  await page.getByText('Added to Credit').waitFor();

  await closeToast(page);
  await page.goto('/credit');
  await button(page, 'Add Credit').click();
  const adding = dialog(page, 'Add Credit');
  await adding.getByLabel('Customer Name').fill(GUEST);
  await adding.getByLabel('Phone (optional)').fill(PHONE_NUMBER);
  await adding.getByLabel('Product', { exact: true }).selectOption({ label: 'Heineken' });
  await take(page, 'credit-add');

  await page.goto('/customer-tab');
  await button(page, 'Boakai Sirleaf').click();
  const tab = dialog(page, 'Boakai Sirleaf');
  await tab.getByRole('button', { name: 'Mark as Paid' }).waitFor();
  await take(page, 'tab');
  await tab.getByRole('button', { name: 'Partial Payment' }).click();
  const pay = dialog(page, 'Partial Payment');
  await pay.getByLabel('Amount LRD').fill('500');
  await take(page, 'tab-payment');
});

it('voids an item', async () => {
  const page = await phoneOf(bar, 'manager');
  await page.goto('/receipts');
  await page.getByRole('button', { name: /^View/ }).first().click();
  await button(page, 'Void an Item').click();
  await page
    .getByRole('button', { name: /^Void / })
    .first()
    .waitFor();
  await take(page, 'void-item');
});

it('voids an order', async () => {
  const page = await phoneOf(bar, 'manager');
  await page.goto('/table-service');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('All', { exact: true }).click();
  await deed(order(page), 'Void Order');
  await page.getByRole('dialog').getByLabel('Reason').fill('Wrong table');
  await take(page, 'void');
});

it('records a delivery', async () => {
  const page = await phoneOf(bar, 'manager');
  await page.goto('/inventory');
  await page.getByLabel('Search products').fill('Heineken');
  await button(page, 'Heineken').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Stock' }).click();
  const update = page.getByRole('dialog').last();
  await update.getByLabel('Add or remove').fill('24');
  await update.getByLabel('Reason').selectOption('delivery');
  await update.getByLabel('Notes (optional)').fill('from Red Light');
  await take(page, 'stock');
});

it('changes a password', async () => {
  const page = await phoneOf(bar, 'bartender');
  await page.getByRole('button', { name: /^Account/ }).click();
  await take(page, 'account', 420);
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await dialog(page, 'Change Password').waitFor();
  await take(page, 'password');
});

it('shows the warning of a printer without paper', async () => {
  const page = await phoneOf(bar, 'bartender');
  printer.paper(false);
  const products = await admin.get<{ id: number; name: string }[]>('/api/products');
  const beer = products.find(({ name }) => name === 'Club Beer');
  await admin.send('POST', '/api/sales', { productId: beer?.id, quantity: 1 });
  const mark = page.getByRole('button', { name: /^Trouble: / });
  await mark.click();
  await page.getByRole('dialog').getByText('No paper', { exact: true }).first().waitFor();
  await take(page, 'printer');
  printer.paper(true);
});

it('shows the banner of an unreachable box', async () => {
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/bartender');
  for (const name of ['Club Beer', 'Heineken']) await tile(page, name).click();
  await bar.kill();
  await page.getByText("Can't reach the Barback box").waitFor();
  await take(page, 'unreachable');
  await bar.start();
  await page.getByText("Can't reach the Barback box").waitFor({ state: 'detached' });
});
