/** Cash that can be paid: what is owed in Liberian dollars rounds to the bar's coins, and drawers expect only what can be counted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

interface Payment {
  changeUSD: string;
  changeLRD: string;
  roundingLRD: string;
  tenders: { method: string; currency: string; amount: string }[];
}

let bar: Bar;
let admin: Api;
/** Costs L$602.30. */
let fish: string;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  fish = uniqueName('Fish');
  await admin.send('POST', '/api/products', {
    ...{ name: fish, category: 'food', currency: 'LRD', priceLRD: '602.30', stock: 40 },
  });
});
afterAll(() => bar?.close());

const newest = async () => (await admin.get<Payment[]>('/api/payments'))[0] as Payment;
const received = (page: Page) => page.getByRole('radiogroup', { name: 'Cash received' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openTill(): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  await addFish(page);
  return page;
}
async function addFish(page: Page): Promise<void> {
  const tile = page.locator('.tile').filter({ has: page.getByText(fish, { exact: true }) });
  await page.getByRole('searchbox', { name: 'Search products' }).fill(fish);
  await tile.first().click();
  await received(page).waitFor();
}
/** Opens all that may be received, and types the Liberian dollars. */
async function typeReceived(page: Page, lrd: string): Promise<void> {
  const other = received(page).getByRole('radio', { name: 'Other' });
  // The bar that has just come takes no tap that was aimed at what was there before.
  const tap = async () => {
    await other.check({ force: true }).catch(() => {});
    return other.isChecked();
  };
  await expect.poll(tap).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'Cash received' });
  await dialog.getByLabel('Amount LRD').fill(lrd);
}

it('settles L$602.30 with L$600', async () => {
  const page = await openTill();
  await expect.poll(() => received(page).locator('label:has(:checked)').textContent()).toBe('Exact L$');
  await expectAccessible(page);
  await press(page, 'Process Sale');
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  expect(await newest()).toMatchObject({
    tenders: [{ method: 'cash', currency: 'LRD', amount: '600.00' }],
    changeLRD: '0.00',
    roundingLRD: '2.30',
  });
});

it('gives L$5 back of L$605', async () => {
  const page = await openTill();
  await typeReceived(page, '605');
  const dialog = page.getByRole('dialog', { name: 'Cash received' });
  await dialog.getByText('L$5').first().waitFor();
  await dialog.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Change: L$5').waitFor();
  expect(await newest()).toMatchObject({
    tenders: [{ currency: 'LRD', amount: '605.00' }],
    changeUSD: '0.00',
    changeLRD: '5.00',
  });
});

it('counts exact in a drawer that was paid both ways', async () => {
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer', blindCount: false } });
  const count = { amountUSD: '0.00', amountLRD: '0.00', pieces: [] };
  await admin.send('POST', '/api/shifts', { tillId: 1, count });
  const page = await openTill();
  await press(page, 'Process Sale');
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  await addFish(page);
  await typeReceived(page, '605');
  await page
    .getByRole('dialog', { name: 'Cash received' })
    .getByRole('button', { name: 'Process Sale' })
    .click();
  await page.getByText('Change: L$5').waitFor();
  const boss = await newPhone(bar);
  await signIn(boss, 'admin');
  await boss.goto('/drawer');
  await press(boss, 'Count and Close');
  await boss.getByRole('radio', { name: /Liberian dollars/ }).check({ force: true });
  await boss.getByRole('textbox', { name: 'L$1,000', exact: true }).fill('1');
  await boss.getByRole('textbox', { name: 'L$100', exact: true }).fill('2');
  await press(boss, 'Submit Count');
  await boss.getByText('Exact', { exact: true }).waitFor();
  expect((await productOf(admin, fish)).stock).toBe(36);
});
