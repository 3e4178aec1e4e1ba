/** A table that one party leaves and the next one takes: its bill, its tile, and what is still to be served. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, freeTable } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';
import { addProducts, orderCard, typeAmounts } from './support/orders';

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
});
afterAll(() => bar?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function openTables(): Promise<Page> {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'bartender');
  await page.goto('/table-service');
  await page.locator('.spot').first().waitFor();
  return page;
}

async function orders(page: Page, table: string, customer: string): Promise<void> {
  const form = dialog(page, table);
  await button(page, table).click();
  await addProducts(form, 'Club Beer');
  await form.getByText('Name and note').click();
  await form.getByLabel('Customer Name').fill(customer);
  await form.getByRole('button', { name: 'Create Drink Order' }).click();
  await form.waitFor({ state: 'hidden' });
  await button(page, table).getByText(customer).waitFor();
}

/** Takes a note from the open sheet of the table: the change is shown, and whether the guests leave. */
async function paysWithChange(page: Page, table: string): Promise<void> {
  await dialog(page, table).getByRole('button', { name: 'Pay', exact: true }).click();
  const pay = dialog(page, 'Process Payment');
  await typeAmounts(pay);
  await pay.getByLabel('Amount USD').fill('100');
  await pay.getByRole('button', { name: 'Process Payment' }).click();
  await page.locator('.paid-report').waitFor();
}

it('shows the next guests their own bill, and keeps what is still to be served of the last ones', async () => {
  const table = `Table ${(await freeTable(api)).tableNumber}`;
  const page = await openTables();
  const tile = button(page, table);

  await orders(page, table, 'Garmai');
  await tile.click();
  await paysWithChange(page, table);
  await button(page, 'Free table').last().click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await tile.getByText('available').waitFor();

  await orders(page, table, 'Fatu');
  expect(await tile.textContent()).not.toContain('+1');
  await tile.click();
  const sheet = dialog(page, table);
  await sheet.getByText('Fatu · 0 min').waitFor();
  expect(await sheet.getByRole('radio').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Close' }).click();

  const unserved = orderCard(page, 'Garmai');
  await unserved.getByText('Paid').first().waitFor();
  await page.context().close();
});

it('calls an order without a guest after the table that it moves to, on its receipt too', async () => {
  const from = await freeTable(api);
  const page = await openTables();
  const table = `Table ${from.tableNumber}`;
  await button(page, table).click();
  await addProducts(dialog(page, table), 'Club Beer');
  await button(page, 'Create Drink Order').click();
  await dialog(page, table).waitFor({ state: 'hidden' });
  await button(page, table).getByText('$2.00').waitFor();
  const to = await freeTable(api);
  await api.send('POST', `/api/tables/${from.id}/move`, { toTableId: to.id });

  const moved = `Table ${to.tableNumber}`;
  await button(page, moved).getByText('$2.00').click();
  await paysWithChange(page, moved);
  await button(page, 'View receipt').click();
  const receipt = dialog(page, 'Digital Receipt');
  await receipt.locator('.paper').getByText(moved, { exact: true }).waitFor();
  await page.context().close();
});
