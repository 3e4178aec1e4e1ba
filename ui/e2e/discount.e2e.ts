/** Discounts: prices that a manager changes in a cart, a quick sale or an order. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

interface Line {
  productName: string;
  quantity: number;
  unitPrice: string;
  listPrice: string;
  discountReason: string | null;
  receiptNumber: string;
}
interface Order {
  id: number;
  customerName: string;
  items: { productName: string; unitPrice: string; quantity: number }[];
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

async function phoneOf(who: 'manager' | 'bartender', path: string): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
async function changePrice(page: Page, price: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: /Change price$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Price' });
  await dialog.getByLabel('Price each ($)').fill(price);
  await dialog.getByLabel('Reason').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change Price' }).click();
  await dialog.waitFor({ state: 'detached' });
}
const latest = async () => (await api.get<Line[]>('/api/sales?limit=1'))[0];

it('can be given in the cart, and is on the receipt and in the audit log', async () => {
  const page = await phoneOf('manager', '/bartender');
  await tile(page, 'Club Beer').click();
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: /Open cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await changePrice(page, '1.50', 'Happy hour');
  await cart.getByText('$1.50 each · list price $2.00 · Happy hour').waitFor();
  await expectAccessible(page);
  // The discount survives a reload.
  await page.reload();
  await page.getByRole('button', { name: /Open cart/ }).click();
  await cart.getByText('$3.00', { exact: true }).first().waitFor();
  await cart.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  const sold = await latest();
  expect(sold).toMatchObject({
    quantity: 2,
    unitPrice: '1.50',
    listPrice: '2.00',
    discountReason: 'Happy hour',
  });

  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.getByText('List price $2.00').waitFor();
  const log = await api.get<{ summary: string }[]>('/api/admin/audit?kind=sales&limit=1');
  expect(log[0]?.summary).toContain('2 × Club Beer (discount: Happy hour)');
});

it('can be given in a quick sale, and is shown among the recent sales', async () => {
  const page = await phoneOf('manager', '/sales');
  await page.getByRole('button', { name: 'Quick Sale' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick Sale' });
  await dialog.getByLabel('Product').selectOption({ label: 'Club Beer' });
  await changePrice(page, '0', 'Birthday');
  await dialog.getByText('list price $2.00 · Birthday').waitFor();
  await dialog.getByRole('button', { name: 'Record Sale' }).click();
  await page.getByText('Sale recorded').waitFor();
  await page.getByText('List price $2.00: Birthday').waitFor();
  expect(await latest()).toMatchObject({ quantity: 1, unitPrice: '0.00', discountReason: 'Birthday' });
});

it('can be given on a line of a new order, which keeps it', async () => {
  const page = await phoneOf('manager', '/table-service');
  await page.getByRole('button', { name: 'New Drink Order' }).click();
  const form = page.getByRole('dialog', { name: 'New Drink Order' });
  await form.getByLabel('Customer Name').fill('Old Friend');
  await form.getByRole('button', { name: 'Select Drinks' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Drinks' });
  await picker.getByRole('button', { name: 'Add Club Beer', exact: true }).click();
  await picker.getByRole('button', { name: 'Done' }).click();
  await changePrice(page, '1.00', 'Friend of the house');
  await form.getByText('$1.00 each · list price $2.00 · Friend of the house').waitFor();
  await form.getByRole('button', { name: 'Create Drink Order' }).click();
  await page.getByText('Order created').waitFor();
  const orders = await api.get<Order[]>('/api/orders');
  const items = orders.find(({ customerName }) => customerName === 'Old Friend')?.items;
  expect(items).toMatchObject([{ productName: 'Club Beer', unitPrice: '1.00', quantity: 1 }]);
});

it('is not offered to a bartender', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: /Open cart/ }).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByText('$2.00 each').waitFor();
  expect(await page.getByText('Change price').count()).toBe(0);
});
