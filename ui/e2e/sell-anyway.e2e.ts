/** Sell anyway: what the box believes to be gone is sold; bartenders ask, managers decide, and the level goes below zero. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

let bar: Bar;
let admin: Api;
/** A product of which none is left. */
let tonic: string;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
beforeEach(async () => {
  tonic = uniqueName('Tonic');
  await admin.send('POST', '/api/products', { name: tonic, category: 'drinks', priceUSD: '2.00', stock: 0 });
});
afterAll(() => bar?.close());

const level = async () => (await productOf(admin, tonic)).stock;
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function open(who: 'manager' | 'bartender', path: string): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  return page;
}

/** A manager's phone answers the question that the bartender's phone shows. */
async function isApproved(phone: Page, boss: Page): Promise<void> {
  await button(dialog(phone, 'Approval needed'), 'Ask a manager').click();
  await button(boss.locator('.banner.question').filter({ hasText: 'asks:' }), 'Look').click();
  await button(dialog(boss, 'Approve?'), 'Approve').click();
}

/** Finds the product in a picker, and adds it beyond its stock. */
async function addsAnyway(picker: Page | Locator): Promise<void> {
  await picker.getByRole('searchbox', { name: 'Search products' }).fill(tonic);
  await button(picker, 'Sell anyway').click();
}

it('asks a manager at the till, goes below zero, and is listed under Needs counting', async () => {
  const [phone, boss] = [await open('bartender', '/bartender'), await open('manager', '/inventory')];
  await addsAnyway(phone);
  await button(phone, 'Process Sale').click();
  await dialog(phone, 'Approval needed').waitFor();
  await expectAccessible(phone);
  expect(await level()).toBe(0);
  await isApproved(phone, boss);
  await phone.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  expect(await level()).toBe(-1);
  await boss.getByRole('radiogroup', { name: 'Show' }).getByText('Needs counting').click();
  await boss.getByRole('list', { name: 'Products' }).getByText(tonic).waitFor();
  const [asked] = await admin.get<object[]>('/api/approvals?status=used');
  expect(asked).toMatchObject({ kind: 'oversell', requestedBy: 'bartender', decidedBy: 'manager' });
});

it('is decided by a manager alone, in Quick Sale', async () => {
  const boss = await open('manager', '/sales');
  await button(boss, 'Quick Sale').click();
  const sale = dialog(boss, 'Quick Sale');
  await sale.getByLabel('Product').selectOption({ label: tonic });
  await button(sale, 'Record Sale').click();
  await boss.getByText('Insufficient stock').waitFor();
  expect(await level()).toBe(0);
  await sale.getByRole('switch', { name: 'Sell anyway' }).check();
  await expectAccessible(boss);
  await button(sale, 'Record Sale').click();
  await boss.getByText('Sale recorded').waitFor();
  expect(await level()).toBe(-1);
});

it('asks a manager for credit and for a tab', async () => {
  const boss = await open('manager', '/sales');
  const phone = await open('bartender', '/credit');
  const guest = uniqueName('Hawa');
  await button(phone, 'Add Credit').click();
  const credit = dialog(phone, 'Add Credit');
  await credit.getByLabel('Customer Name').fill(guest);
  await credit.getByLabel('Product').selectOption({ label: `${tonic} (Out of Stock)` });
  await credit.getByRole('switch', { name: 'Sell anyway' }).check();
  await expectAccessible(phone);
  await button(credit, 'Add Credit').click();
  await isApproved(phone, boss);
  await phone.getByText('Added to Credit').waitFor();
  expect(await level()).toBe(-1);

  await phone.goto('/customer-tab');
  await button(phone, guest).click();
  await button(dialog(phone, guest), 'Add Items').click();
  const items = dialog(phone, 'Add Items');
  await addsAnyway(items);
  await button(items, 'Add to Tab').click();
  await isApproved(phone, boss);
  await phone.getByText('Added to tab').waitFor();
  expect(await level()).toBe(-2);
});
