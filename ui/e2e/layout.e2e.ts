/** Layout on a small phone with long words and large text: no horizontal scrolling and no overlaps. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { deed, typeAmounts } from './support/orders';
import { enlarge } from './support/sizes';
import { openScreen } from './support/views';
import { overflowing } from './support/walk';

const SMALL = { width: 360, height: 640 };
const MANAGERS = [
  '/inventory',
  '/sales',
  '/credit',
  '/customer-tab',
  '/table-service',
  '/receipts',
  '/bartender',
] as const;
const GUESTS = ['/menu', '/customer-menu'] as const;
/** A word of the given length, without a space where a line could break. */
const longWord = (text: string, length: number) => text.repeat(length).slice(0, length);

let bar: Bar;
let api: Api;
let receipt: string;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'admin');
  const customerName = longWord('Kollie', 100);
  const { id } = await api.send<{ id: number }>('POST', '/api/products', {
    name: longWord('Palmwine', 200),
    brand: longWord('House', 100),
    description: longWord('sweet', 200),
    price: '3.50',
    stock: 50,
    category: 'drinks',
  });
  const items = [{ productId: id, quantity: 2 }];
  const notes = longWord('noice', 180);
  await api.send('POST', '/api/credit', { customerName, productId: id, quantity: 2, notes });
  await api.send('POST', '/api/orders', { customerName, orderType: 'takeout', notes, items });
  const sold = await api.send<{ receipt: { receiptNumber: string } }>('POST', '/api/sales/batch', {
    sales: items,
    customerName,
  });
  receipt = sold.receipt.receiptNumber;
});
afterAll(() => bar?.close());

async function openPhone(): Promise<Page> {
  const page = await newPhone(bar, SMALL);
  await signIn(page, 'manager');
  return page;
}

it.each([100, 200])('has room for long words, with text at %i percent', async (percent) => {
  const page = await openPhone();
  await enlarge(page, percent);
  for (const path of [...MANAGERS, ...GUESTS]) {
    await openScreen(page, path);
    expect([path, await overflowing(page)]).toEqual([path, []]);
  }
});

it('keeps the amounts visible on a receipt with long words', async () => {
  const page = await openPhone();
  await openScreen(page, '/receipts');
  await page.getByText(receipt).waitFor();
  await page.getByRole('button', { name: 'View' }).first().click();
  const paper = page.locator('.paper');
  await paper.waitFor();
  const edge = await paper.evaluate((element) => element.getBoundingClientRect().right);
  const amounts = await paper
    .locator('td:last-child, dd')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().right));
  expect(Math.max(...amounts)).toBeLessThanOrEqual(edge);
  expect(await overflowing(page)).toEqual([]);
});

describe('the till', () => {
  it.each([360, 390])('shows its total next to "Waiting for the box…" at %i px', async (width) => {
    const page = await newPhone(bar, { width, height: 640 });
    await signIn(page, 'bartender');
    await openScreen(page, '/bartender');
    await page.getByRole('button').filter({ hasText: 'Club Beer' }).first().click();
    await page.route('**/api/sales/batch', (route) => route.abort());
    await page.getByRole('button', { name: 'Process Sale' }).click();
    const busy = page.locator('.actionbar').getByRole('button', { name: 'Waiting for the box…' });
    await busy.waitFor();
    const total = await page.locator('.actionbar .money').boundingBox();
    const button = await busy.boundingBox();
    const right = (total?.x ?? 0) + (total?.width ?? 0);
    const below = (button?.y ?? 0) >= (total?.y ?? 0) + (total?.height ?? 0);
    expect(below || right <= (button?.x ?? 0)).toBe(true);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
  });
});

it('shows Update Rate whole above the bottom bar, with the warning and Discard', async () => {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'admin');
  await openScreen(page, '/exchange-rate');
  await page.getByLabel('New Rate').fill('192');
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await page.getByText(/^The rate changes from/).waitFor();
  const fits = async () => {
    const button = await page.getByRole('button', { name: 'Update Rate' }).boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect((button?.y ?? 999) + (button?.height ?? 999)).toBeLessThanOrEqual(tabs?.y ?? 0);
  };
  await fits();
  await page.reload();
  await page.getByText('Not saved yet: this is what you typed before.').waitFor();
  await fits();
});

it('keeps label and value of a backup on one line, also after Staff was shown', async () => {
  const page = await newPhone(bar, DESKTOP);
  await signIn(page, 'admin');
  await openScreen(page, '/settings/backups');
  const label = page.getByText('Kept in');
  await label.waitFor();
  const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await go('/staff/tips');
  await page.getByRole('heading', { name: 'Staff' }).waitFor();
  await go('/settings/backups');
  const [left, right] = [await label.boundingBox(), await label.locator('xpath=../dd').boundingBox()];
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? 999))).toBeLessThan(12);
});

it('fits the whole payment dialog on a small phone once an amount is entered', async () => {
  const page = await openPhone();
  await openScreen(page, '/table-service');
  const order = page.locator('article.order').filter({ hasText: 'Unpaid', hasNotText: 'On Credit' }).last();
  await deed(order, 'Payment');
  const sheet = page.getByRole('dialog', { name: 'Process Payment' });
  await typeAmounts(sheet);
  await sheet.getByRole('button', { name: 'Process Payment' }).click();
  await sheet.getByText('Please enter a payment amount').waitFor();
  await sheet.getByRole('button', { name: 'Exact $', exact: true }).click();
  await sheet.getByText('Fully Paid').waitFor();
  await sheet.getByText('Please enter a payment amount').waitFor({ state: 'detached' });
  expect(
    await sheet.locator('article').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeLessThanOrEqual(1);
});
