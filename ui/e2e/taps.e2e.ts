/** Taps for the frequent jobs, counted on a phone. docs/developer/taps.md compares them with those of version 0.1. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { type Bar, newTouchPhone, openBar, signIn } from './support/box';
import { type FakePrinter, openPrinter } from './support/printer';

let bar: Bar;
let api: Api;
let printer: FakePrinter;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  api = await apiAs(bar, 'admin');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

const named = (page: Page, name: string) => page.locator('.name', { hasText: new RegExp(`^${name}$`) });
const tile = (page: Page, name: string) => page.locator('.tile').filter({ has: named(page, name) });
const screenLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** A phone at the screen where the job starts, and a finger that counts its taps. Typed letters and digits are no taps. */
async function phoneAt(path: string, who: 'admin' | 'manager' | 'bartender') {
  const page = await newTouchPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  const counted = { taps: 0 };
  const tap = async (target: Locator) => {
    counted.taps += 1;
    await target.tap();
  };
  return { page, tap, counted };
}

it('two items for a $20 note, with change in Liberian dollars: 5', async () => {
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  const bar = page.locator('.actionbar');
  await tap(tile(page, 'Club Beer'));
  await tap(tile(page, 'Heineken'));
  await tap(bar.locator('label').filter({ hasText: /^\$20$/ }));
  await tap(bar.getByRole('button', { name: /^Change L\$/ }));
  await tap(page.getByRole('button', { name: 'Process Sale' }));
  const change = page.locator('.sold').getByText(/^L\$[\d,]+$/);
  await change.waitFor();
  expect(counted.taps).toBe(5);
});

it('a new tab with one drink: 4, and the name', async () => {
  const { page, tap, counted } = await phoneAt('/customer-tab', 'bartender');
  await tap(page.getByRole('button', { name: 'New tab' }));
  const dialog = page.getByRole('dialog', { name: 'New tab' });
  await tap(dialog.getByLabel('Customer Name'));
  await page.keyboard.type('Zinnah Brown');
  const beer = dialog.getByRole('listitem').filter({ has: named(page, 'Club Beer') });
  await tap(beer.getByRole('button'));
  await tap(dialog.getByRole('button', { name: 'Open tab' }));
  await page.getByText('Added to Credit').waitFor();
  expect(counted.taps).toBe(4);
});

it('a part payment of L$500 on a tab: 5', async () => {
  const { id } = await productOf(api, 'Heineken');
  await api.send('POST', '/api/credit', { customerName: 'Saye Dahn', productId: id, quantity: 5 });
  const { page, tap, counted } = await phoneAt('/customer-tab', 'bartender');
  const card = page.getByRole('article').filter({ hasText: 'Saye Dahn' });
  await tap(card.getByRole('button', { name: 'Partial Payment' }));
  const sheet = page.getByRole('dialog', { name: 'Partial Payment' });
  await tap(sheet.getByLabel('Amount LRD'));
  for (const key of ['5', '00']) await tap(sheet.getByRole('button', { name: key, exact: true }));
  await tap(sheet.getByRole('button', { name: 'Record Payment' }));
  await page.getByText(/Received L\$500\. Still owed /).waitFor();
  expect(counted.taps).toBe(5);
});

it('an earlier receipt again: 3', async () => {
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  const [last] = await api.get<{ receiptNumber: string }[]>('/api/receipts?limit=1');
  await tap(screenLink(page, 'Receipts'));
  await tap(page.getByRole('button', { name: 'View' }).first());
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await tap(receipt.getByRole('button', { name: 'Print', exact: true }));
  await printer.waitUntilPrinted(last?.receiptNumber ?? '');
  expect(counted.taps).toBe(3);
});

it('the takings of last night: 2', async () => {
  const { page, tap, counted } = await phoneAt('/admin', 'admin');
  const { heatMap } = await api.get<{ heatMap: { date: string }[] }>('/api/sales/analytics');
  await tap(screenLink(page, 'Reports'));
  await tap(page.locator('label').filter({ hasText: /^Last night$/ }));
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe(heatMap.at(-2)?.date);
  const takings = page.getByRole('region', { name: 'Takings', exact: true }).getByRole('listitem').first();
  await takings.waitFor();
  expect(counted.taps).toBe(2);
});

it('twenty prices: 22, and the digits', async () => {
  const PRICES = 20;
  const { page, tap, counted } = await phoneAt('/inventory', 'manager');
  await tap(page.getByRole('link', { name: 'Price list' }));
  const fields = page.locator('input[name="priceUSD"]');
  await fields.nth(PRICES - 1).waitFor();
  const before = await api.get<{ name: string; effectivePriceUSD: string }[]>('/api/products');
  const expected = new Map<string, string>();
  for (let at = 0; at < PRICES; at += 1) {
    const label = (await fields.nth(at).getAttribute('aria-label')) ?? '';
    const name = label.replace('USD Price of ', '');
    const now = Number(before.find((product) => product.name === name)?.effectivePriceUSD);
    // A change of more than half is asked about.
    const price = (Math.round(now * 104 + 2) / 100).toFixed(2);
    expected.set(name, price);
    await tap(fields.nth(at));
    await page.keyboard.type(price);
  }
  await tap(page.getByRole('button', { name: `Save ${PRICES} changes` }));
  await page.getByText('Prices saved').waitFor();
  expect(counted.taps).toBe(PRICES + 2);
  const after = await api.get<{ name: string; priceUSD: string | null }[]>('/api/products');
  for (const [name, price] of expected)
    expect(after.find((product) => product.name === name)?.priceUSD, name).toBe(price);
});
