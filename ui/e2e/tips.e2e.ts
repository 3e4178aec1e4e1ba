/** Tips: switched on, left with a sale and an order, shared and paid out. At the size of a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, makeItMidday, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { deed, orderCard, typeAmounts } from './support/orders';

interface Payment {
  tipUSD?: string;
  tipLRD?: string;
  changeUSD: string;
  changeLRD: string;
}

let bar: Bar;
let admin: Api;
let bartender: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  bartender = await apiAs(bar, 'bartender');
  await makeItMidday(admin);
  const prices = { currency: 'USD', priceUSD: '2.00', priceLRD: null };
  await admin.send('PATCH', `/api/products/${(await productOf(admin, 'Club Beer')).id}`, prices);
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'manager' | 'bartender', path: string): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
const newest = async () => (await admin.get<Payment[]>('/api/payments'))[0] as Payment;
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
const received = (page: Page, amount: string) =>
  page
    .getByRole('radiogroup', { name: 'Cash received' })
    .getByRole('radio', { name: amount, exact: true })
    .check({ force: true });
const keep = (page: Page) => page.getByRole('button', { name: 'Keep the change' });
async function ordersBeers(quantity: number): Promise<string> {
  const { id } = await productOf(admin, 'Club Beer');
  const customerName = uniqueName('Ma Kou');
  await bartender.send('POST', '/api/orders', {
    orderType: 'takeout',
    customerName,
    items: [{ productId: id, quantity }],
  });
  return customerName;
}

it('shows nothing of tips while they are off', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await received(page, '$5');
  await page.getByText('Change due $3.00').waitFor();
  expect(await keep(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  expect(await newest()).not.toHaveProperty('tipUSD');
});

it('is switched on in the settings about people, which another phone follows', async () => {
  const till = await phoneOf('bartender', '/bartender');
  await tile(till, 'Club Beer').click();
  await received(till, '$5');
  const page = await phoneOf('admin', '/settings/people');
  await page.getByRole('radiogroup', { name: 'Tips' }).getByText('Each person').click();
  await page.getByText('A tip belongs to one person').waitFor();
  await expectAccessible(page);
  await keep(till).waitFor();
});

it('keeps the change of a sale as the tip, for this guest alone', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await received(page, '$5');
  await keep(page).click();
  await page.getByText('No change due').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Tip: $3.00', { exact: true }).waitFor();
  expect(await newest()).toMatchObject({
    tipUSD: '3.00',
    tipLRD: '0.00',
    changeUSD: '0.00',
    changeLRD: '0.00',
  });
  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.locator('dt', { hasText: /^Tip$/ }).waitFor();
  await page.keyboard.press('Escape');
  await tile(page, 'Club Beer').click();
  await received(page, '$5');
  await page.getByText('Change due $3.00').waitFor();
  expect(await keep(page).getAttribute('aria-pressed')).toBe('false');
});

it('takes a part of the change of an order as the tip, and the change follows', async () => {
  const customer = await ordersBeers(1);
  const page = await phoneOf('bartender', '/table-service');
  await deed(orderCard(page, customer), 'Payment');
  const dialog = page.getByRole('dialog', { name: 'Process Payment' });
  await typeAmounts(dialog);
  await dialog.getByLabel('Amount USD').fill('1');
  expect(await dialog.getByLabel('Tip USD').count()).toBe(0);
  await dialog.getByLabel('Amount USD').fill('5');
  await dialog.getByLabel('Tip USD').fill('9');
  await dialog.getByText('The tip is more than what is left after the bill').waitFor();
  await dialog.getByLabel('Tip USD').fill('1');
  await dialog.getByText('Change due $2.00').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await page.locator('.paid-report .big').getByText('$2.00').waitFor();
  await page.getByText('Tip: $1.00').waitFor();
  expect(await newest()).toMatchObject({ tipUSD: '1.00', changeUSD: '2.00' });
});

it('takes a tip by card', async () => {
  const customer = await ordersBeers(1);
  const page = await phoneOf('bartender', '/table-service');
  await deed(orderCard(page, customer), 'Payment');
  const dialog = page.getByRole('dialog', { name: 'Process Payment' });
  await typeAmounts(dialog);
  await dialog.getByText('Card', { exact: true }).click();
  await dialog.getByLabel('Amount USD').fill('3');
  await dialog.getByText('A card cannot give change').waitFor();
  await keep(page).click();
  await dialog.getByText('Tip $1.00').waitFor();
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByText('Tip: $1.00', { exact: true }).waitFor();
  expect(await newest()).toMatchObject({ tipUSD: '1.00', changeUSD: '0.00' });
});

it('shows what is due, and pays it out', async () => {
  const own = await phoneOf('bartender', '/me');
  await own.getByText('$5.00 due').waitFor();
  await expectAccessible(own);
  const page = await phoneOf('manager', '/staff/tips');
  await page.getByRole('button', { name: 'Pay out to bartender' }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog', { name: 'Pay out' });
  expect(await dialog.getByLabel('Amount USD').inputValue()).toBe('5');
  await dialog.getByLabel('Amount USD').fill('500');
  await dialog.getByRole('button', { name: 'Pay out' }).click();
  await dialog.getByText('That is more than is due').waitFor();
  await dialog.getByLabel('Amount USD').fill('2');
  await dialog.getByRole('button', { name: 'Pay out' }).click();
  await page.getByText('Tips paid out').waitFor();
  await own.getByText('$3.00 due').waitFor();
});

it('shares a pool once', async () => {
  await admin.send('PUT', '/api/settings', { tips: { mode: 'pool' }, clock: { mode: 'on' } });
  await bartender.send('POST', '/api/clock/in', {});
  const { id } = await productOf(admin, 'Club Beer');
  await bartender.send('POST', '/api/sales', {
    productId: id,
    quantity: 1,
    amountUSD: '5.00',
    keepChange: true,
  });
  const page = await phoneOf('manager', '/staff/tips');
  const pool = page.getByRole('region', { name: 'Pool' });
  await pool.getByText('$3.00').waitFor();
  await expectAccessible(page);
  await pool.getByRole('button', { name: 'Share' }).click();
  await page.getByText('bartender is still clocked in').waitFor();
  await bartender.send('POST', '/api/clock/out', {});
  const [period] = await admin.get<{ id: number; inAt: string; outAt: string }[]>('/api/clock/periods');
  const inAt = new Date(Date.parse(period?.outAt ?? '') - 60 * 60_000).toISOString();
  await admin.send('POST', `/api/clock/periods/${period?.id}/correct`, { inAt, reason: 'Forgot' });
  await pool.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Tips shared').waitFor();
  await pool.getByText('$0.00').waitFor();
  await pool.getByRole('button', { name: 'Share' }).click();
  await page.getByText('The tips of this day are shared already').waitFor();
});

it('lets no bartender share', async () => {
  const page = await phoneOf('bartender', '/staff/tips');
  await page.getByText('You need another account for this page').waitFor();
});
