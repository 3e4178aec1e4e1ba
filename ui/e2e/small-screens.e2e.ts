/** Primary actions on low and narrow screens and with large text: each is on the screen, inside it, and nothing lies over it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, freeTable, productOf } from './support/api';
import { type Bar, openBar, signIn } from './support/box';
import { addLongNames } from './support/longNames';
import { problemOf } from './support/reach';
import { openSize, type Size } from './support/sizes';
import { problemsByView, problemsOfActions } from './support/views';

/** The narrowest of what `sizes/actions.sizes.ts` has too. */
const SIZES: Record<string, Size> = {
  'a small phone on its side': { width: 667, height: 375 },
  'text at 175 % on a small phone': { width: 360, height: 740, text: 175 },
  'text at 175 % on a phone on its side': { width: 844, height: 390, text: 175 },
  'zoom at 200 % on a phone': { width: 195, height: 422, scale: 2 },
};

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  await addLongNames(bar);
});
afterAll(() => bar?.close());

describe.each(Object.entries(SIZES))('%s', (_, size) => {
  it('shows every primary action', async () => {
    const page = await openSize(bar, size);
    await signIn(page, 'admin');
    expect(await problemsByView(page, (view) => problemsOfActions(page, view))).toEqual({});
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
