/** Screenshots for docs/staff/bills.md: a split by item, equal shares, and the bill before payment. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf } from '../support/api';
import { type Bar, openBar } from '../support/box';
import { deed, orderCard } from '../support/orders';
import { type FakePrinter, openPrinter } from '../support/printer';
import { phoneOf, take } from './camera';

let bar: Bar;
let printer: FakePrinter;
let api: Api;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  api = await apiAs(bar, 'bartender');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** 4 Club Beer and a rice at a table. */
async function placeOrder(customerName: string): Promise<{ id: number }> {
  const [beer, rice] = [await productOf(api, 'Club Beer'), await productOf(api, 'Cassava leaf with rice')];
  const items = [
    { productId: beer.id, quantity: 4 },
    { productId: rice.id, quantity: 1 },
  ];
  const table = await freeTable(api);
  return api.send('POST', '/api/orders', { customerName, orderType: 'dine_in', tableId: table.id, items });
}

it('splits by item', async () => {
  const order = await placeOrder('Musu Kamara');
  const page = await phoneOf(bar, 'bartender');
  await page.goto(`/split/${order.id}`);
  const beer = page.getByRole('listitem').filter({ hasText: 'Club Beer' });
  await beer.getByRole('button').first().click();
  await beer.getByRole('button').first().click();
  await button(page, 'Split into 2 Bills').waitFor();
  await take(page, 'split-by-item');
});

it('takes a part of equal shares', async () => {
  const order = await placeOrder('Ama Toe');
  await api.send('POST', `/api/orders/${order.id}/payment`, { share: { of: 4, part: 1 }, amountUSD: '5.00' });
  const page = await phoneOf(bar, 'bartender');
  await page.goto(`/split/${order.id}`);
  await page.getByText('Equal Shares').click();
  await button(page, 'Take Part 2').waitFor();
  await take(page, 'split-shares');
});

it('shows the bill before payment', async () => {
  const { id } = await placeOrder('Siah Cooper');
  const page = await phoneOf(bar, 'bartender');
  await page.goto('/table-service');
  await deed(orderCard(page, 'Siah Cooper'), 'Bill');
  const sheet = dialog(page, 'Bill');
  await sheet.getByText(`Order #${id}`).waitFor();
  await take(page, 'bill');
});
