/** Primary actions on low and narrow screens and with large text: each is on the screen, inside it, and nothing lies over it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, freeTable, productOf } from './support/api';
import { type Bar, openBar, signIn } from './support/box';
import { problemOf } from './support/reach';
import { openSize, type Size } from './support/sizes';
import { problemsByView, type View } from './support/views';

const SIZES: Record<string, Size> = {
  'a phone on its side': { width: 844, height: 390 },
  'a small phone on its side': { width: 667, height: 375 },
  'text at 130 %': { width: 360, height: 740, text: 130 },
  'text at 175 %': { width: 390, height: 844, text: 175 },
  'text at 175 % on a small phone': { width: 360, height: 740, text: 175 },
  'text at 175 % on a phone on its side': { width: 844, height: 390, text: 175 },
  'zoom at 200 % on a phone': { width: 195, height: 422, scale: 2 },
  'zoom at 200 % on a computer': { width: 640, height: 400, scale: 2 },
};

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  // The newest order, with a long name, is not on credit.
  const api = await apiAs(bar, 'admin');
  const { id } = await productOf(api, 'Club Beer');
  const customerName = 'Hawa Dolo-Kpadeh of the table by the window';
  await api.send('POST', '/api/orders', {
    customerName,
    orderType: 'takeout',
    items: [{ productId: id, quantity: 2 }],
  });
});
afterAll(() => bar?.close());

async function problemsOf(page: Page, view: View): Promise<string[]> {
  const found = [await problemOf(view.primary(page), false)];
  for (const one of (await view.within?.(page).all()) ?? []) {
    if (await one.isVisible()) found.push(await problemOf(one, true));
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...found, sideways > 1 ? `the page scrolls sideways by ${sideways} px` : null].filter(
    (problem) => problem !== null,
  );
}

describe.each(Object.entries(SIZES))('%s', (_, size) => {
  it('shows every primary action', async () => {
    const page = await openSize(bar, size);
    await signIn(page, 'admin');
    expect(await problemsByView(page, (view) => problemsOf(page, view))).toEqual({});
  }, 180_000);
});

it.each([
  ['a phone on its side', { width: 844, height: 390 }],
  ['a small phone', { width: 360, height: 640 }],
  ['zoom at 175 % on a phone', { width: 223, height: 482, scale: 1.75 }],
] as [string, Size][])(
  'shows amounts, change and a product while a note is chosen, on %s',
  async (_, size) => {
    const page = await openSize(bar, size);
    await signIn(page, 'bartender');
    await page.goto('/bartender');
    await page.locator('.tile').filter({ hasText: 'Coca-Cola' }).first().click();
    const notes = page.locator('.chips label, .notes label').filter({ hasText: /^\$5$/ });
    await notes.first().click();
    expect(await problemOf(page.getByLabel('Change', { exact: true }), false)).toBeNull();
    const note = await notes.first().boundingBox();
    expect(note?.height).toBeGreaterThanOrEqual(44);
    expect(note?.width).toBeGreaterThanOrEqual(44);
    // A tile with its price between the bars.
    expect(await problemOf(page.locator('.tile .money').first(), true)).toBeNull();
    await page.context().close();
  },
);

it('keeps the choice between two orders of a table whole on a phone on its side', async () => {
  const page = await openSize(bar, { width: 844, height: 390 });
  const api = await apiAs(bar, 'bartender');
  const { id } = await productOf(api, 'Club Beer');
  const { id: tableId, tableNumber } = await freeTable(api);
  for (const customerName of ['Musu Kpadeh', 'Emmanuel Toe']) {
    const items = [{ productId: id, quantity: 1 }];
    await api.send('POST', '/api/orders', { customerName, orderType: 'dine_in', tableId, items });
  }
  await signIn(page, 'bartender');
  await page.goto('/table-service');
  await page.getByRole('button', { name: `Table ${tableNumber}`, exact: true }).click();
  const chips = page.getByRole('dialog').locator('.chips');
  await chips.waitFor();
  const hidden = await chips.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(hidden).toBeLessThanOrEqual(0);
  await page.context().close();
});

it('scrolls the account menu on a phone on its side', async () => {
  const page = await openSize(bar, { width: 844, height: 390 });
  await signIn(page, 'manager');
  await page.getByRole('button', { name: /^Account/ }).click();
  expect(await problemOf(page.getByRole('menuitem', { name: 'Sign Out' }), true)).toBeNull();
  await page.context().close();
});
