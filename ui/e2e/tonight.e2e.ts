/** The night as it runs, on the first page of an admin and for managers: it follows sales of other phones. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { tile } from './support/taps';

let bar: Bar;
let admin: Api;
let bartender: Api;
let beer: number;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  bartender = await apiAs(bar, 'bartender');
  beer = (await productOf(admin, 'Club Beer')).id;
  await admin.send('PATCH', `/api/products/${beer}`, { currency: 'USD', priceUSD: '2.00', priceLRD: null });
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer' }, reports: { managers: true } });
  const count = {
    amountUSD: '20.00',
    amountLRD: '0.00',
    pieces: [{ currency: 'USD', value: '20.00', quantity: 1 }],
  };
  await bartender.send('POST', '/api/shifts', { tillId: 1, count });
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'manager' | 'bartender', path: string, size = PHONE): Promise<Page> {
  const page = await newPhone(bar, size);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
/** What the drawer should hold in US dollars. */
const inDrawer = (page: Page) =>
  region(page, 'Drawer should be').getByText('US dollars').locator('..').getByText(/^\$/).textContent();
const sell = () =>
  bartender.send('POST', '/api/sales', { productId: beer, quantity: 1, paymentMethod: 'cash' });

it('says what the drawer should hold after each sale of another phone', async () => {
  const owner = await phoneOf('admin', '/admin');
  await expect.poll(() => inDrawer(owner)).toBe('$20.00');
  const till = await phoneOf('bartender', '/bartender');
  await tile(till, 'Club Beer').first().click();
  await till.getByRole('button', { name: 'Process Sale' }).click();
  await till.locator('.sold').waitFor();
  await expect.poll(() => inDrawer(owner)).toBe('$22.00');
});

it('has the headline, drawers and open bills for a manager who may open the reports', async () => {
  const page = await phoneOf('manager', '/sales', DESKTOP);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Tonight' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tonight' }).waitFor();
  const receipts = () =>
    region(page, 'Sold so far').getByText('Receipts', { exact: true }).locator('..').textContent();
  await region(page, 'Sold so far').waitFor();
  const [before, held] = [await receipts(), await inDrawer(page)];
  await sell();
  await expect.poll(receipts).not.toBe(before);
  await expect.poll(() => inDrawer(page)).not.toBe(held);
  const bills = region(page, /^Open bills/);
  const count = Number(await bills.locator('.count').textContent());
  const items = [{ productId: beer, quantity: 1 }];
  await bartender.send('POST', '/api/orders', { orderType: 'takeout', customerName: 'Garmai', items });
  await expect.poll(() => bills.locator('.count').textContent()).toBe(String(count + 1));
  await expectAccessible(page);
  // The pages behind the box's card and the list of users are an admin's.
  expect(await region(page, 'The box').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
});

it('has the box for an admin, and nothing for a manager who may not open the reports', async () => {
  const owner = await phoneOf('admin', '/admin');
  const box = region(owner, 'The box');
  await box.getByRole('link', { name: /back/i }).waitFor();
  await box.getByText(/^Version /).waitFor();
  await admin.send('PUT', '/api/settings', { reports: { managers: false } });
  const page = await phoneOf('manager', '/tonight');
  await page.getByText(/^Only admins can open/).waitFor();
  expect(await region(page, 'Sold so far').count()).toBe(0);
});
