/** What one window changes in the settings another one finds without a reload, and parked carts. At the size of a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  for (const [name, priceUSD] of Object.entries({ 'Club Beer': '2.00', Heineken: '2.25' })) {
    const { id } = await productOf(admin, name);
    await admin.send('PATCH', `/api/products/${id}`, { currency: 'USD', priceUSD, priceLRD: null });
  }
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'bartender', path: string): Promise<Page> {
  const phone = await newPhone(bar);
  await signIn(phone, who);
  await phone.goto(path);
  return phone;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tile = (page: Page, name: string) =>
  page
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
const options = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('option');
const preselected = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Cash received' }).locator('label:has(:checked)').textContent();

it('finds payment methods, coins and tax in an open cart', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Heineken').click();
  await expect.poll(() => preselected(page)).toBe('$2 + L$50');
  await page.getByRole('button', { name: 'Open cart' }).click();

  const { methods } = await admin.get<{ methods: object[] }>('/api/settings');
  const orange = { name: 'Orange Money', kind: 'mobile', currencies: ['USD', 'LRD'] };
  await admin.send('PUT', '/api/settings', { methods: [...methods, orange] });
  await expect.poll(() => options(page, 'Payment Method').allTextContents()).toContain('Orange Money');

  await admin.send('PUT', '/api/settings', { cash: { lrdCoins: false } });
  await expect.poll(() => preselected(page)).toBe('$2 + L$40');

  const owner = await phoneOf('admin', '/settings/tax');
  await owner.getByRole('switch', { name: 'Tax', exact: true }).click();
  await owner
    .getByRole('radiogroup', { name: 'How prices and tax go together', exact: true })
    .getByText('Added to prices', { exact: true })
    .click();
  await button(owner, 'Fill in suggested rates').click();
  await owner.getByLabel('TIN', { exact: true }).fill('500123456');
  await button(owner, 'Save').click();
  await page.getByRole('dialog').getByText('Subtotal').waitFor();
  await page.context().close();
  await owner.context().close();
});

it('finds tables, tills, people and reasons', async () => {
  const page = await phoneOf('bartender', '/table-service');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await admin.send('POST', '/api/tables', { tableNumber: 97, capacity: 4 });
  await page.getByText('97', { exact: false }).first().waitFor();

  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawers', countBy: 'totals' } });
  const count = { amountUSD: '20.00', amountLRD: '0.00', pieces: [] };
  await admin.send('POST', '/api/shifts', { tillId: 1, count });
  await page.goto('/drawer');
  await button(page, 'Pay Out').waitFor();
  await admin.send('POST', '/api/tills', { name: 'Terrace', kind: 'drawer', shared: true });
  await expect.poll(() => options(page, 'Till').allTextContents()).toContain('Terrace');

  await button(page, 'Pay Out').click();
  await admin.send('POST', '/api/reasons', { kind: 'pay_out', name: 'Generator' });
  await page.getByRole('dialog').getByText('Generator').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await button(page, 'Count and Close').click();
  const hired = { username: 'zoe', password: 'zoe-12345', firstName: 'Zoe', lastName: '', role: 'bartender' };
  await admin.send('POST', '/api/users', hired);
  await expect.poll(() => options(page, 'Hand over to').allTextContents()).toContain('Zoe');
  await page.context().close();
});

it('sells a parked cart once, in two windows, after a reload', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: 'Open cart' }).click();
  await button(page, 'Park').click();
  await page.getByRole('radio', { name: /^Parked · \$2/ }).waitFor();
  await expectAccessible(page);
  await page.reload();
  const other = await page.context().newPage();
  await other.goto('/bartender');
  // The chip goes with its tap.
  await page
    .locator('label')
    .filter({ hasText: /^Parked/ })
    .click();
  const [newest] = await admin.get<{ id: number }[]>('/api/payments');
  // Both are found before one is pressed: the sale of one takes the button away in the other window.
  const both = await Promise.all(
    [page, other].map((window) => button(window, 'Process Sale').elementHandle()),
  );
  await Promise.all(
    both.map((pressed) => pressed?.evaluate((element) => (element as HTMLButtonElement).click())),
  );
  await expect.poll(() => page.locator('.actionbar').count()).toBe(0);
  await expect.poll(() => other.locator('.actionbar').count()).toBe(0);
  const payments = await admin.get<{ id: number }[]>('/api/payments');
  expect(payments.filter(({ id }) => id > (newest?.id ?? 0))).toHaveLength(1);
  expect(await page.getByRole('radio', { name: /^Parked/ }).count()).toBe(0);
  await page.context().close();
});
