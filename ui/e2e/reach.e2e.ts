/** What lay under something else or off the screen at one size: reached there without scrolling. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { problemOf } from './support/reach';
import { option, pressable, tile } from './support/taps';

const LANDSCAPE = { width: 844, height: 390 };
const SMALL = { width: 360, height: 740 };
/** Tables of the demo bar. */
const TABLES = 12;

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

async function screenAt(
  path: string,
  viewport = PHONE,
  who: 'admin' | 'bartender' = 'bartender',
): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
async function expectReached(...targets: Locator[]): Promise<void> {
  for (const target of targets) expect(await problemOf(target, false)).toBeNull();
}

it('notes, payment method and change beside the cart of a phone on its side', async () => {
  const page = await screenAt('/bartender', LANDSCAPE);
  await tile(page, 'Club Beer').click();
  await page.getByLabel('Payment Method').waitFor();
  const notes = await option(page.getByRole('radiogroup', { name: 'Cash received' }), /./).all();
  expect(notes.length).toBeGreaterThan(5);
  await expectReached(
    page.getByLabel('Payment Method'),
    ...notes,
    page.getByText('No change due'),
    pressable(page, 'Process Sale'),
  );
});

it('total and Process Sale in the cart of a small phone, with tax on', async () => {
  const { tax } = await admin.get<{ tax: { classes: { id: number | string; kind: string }[] } }>(
    '/api/settings',
  );
  const owner = await screenAt('/settings/tax', PHONE, 'admin');
  await owner.getByRole('switch', { name: 'Tax', exact: true }).click();
  await pressable(owner, 'Fill in suggested rates').click();
  await pressable(owner, 'Save').click();
  await owner.getByText('From 1 Jan 2027: VAT 18 %').waitFor();
  expect(tax.classes.length).toBeGreaterThan(0);
  const page = await screenAt('/bartender', SMALL);
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: 'Open cart' }).click();
  const cart = page.getByRole('dialog', { name: /^Cart/ });
  await cart.getByText('GST 13 %').waitFor();
  await expectReached(cart.getByText('Total', { exact: true }), pressable(cart, 'Process Sale'));
  await owner.getByRole('switch', { name: 'Tax', exact: true }).click();
  await owner.getByText('Tax is off').waitFor();
});

it('Add Table above the bar at the bottom', async () => {
  const page = await screenAt('/settings/tables', PHONE, 'admin');
  await expectReached(pressable(page, 'Add Table'));
});

it.each([
  ['390 x 844', PHONE],
  ['360 x 740', SMALL],
])('twelve tables at one look, at %s', async (_, viewport) => {
  const page = await screenAt('/table-service', viewport);
  const tables = page.locator('.spot');
  await tables.nth(TABLES - 1).waitFor();
  const bars = await page.locator('.tabbar').evaluate((bar) => bar.getBoundingClientRect().top);
  for (const table of (await tables.all()).slice(0, TABLES)) {
    const box = await table.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bars);
    expect(await problemOf(table, false)).toBeNull();
  }
});

it('the width of a desk: six tables in a row, the cart and the list of settings beside the page', async () => {
  const page = await screenAt('/table-service', DESKTOP, 'admin');
  const tables = page.locator('.spot');
  await tables.nth(TABLES - 1).waitFor();
  const tops = await tables.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0]).length).toBeGreaterThanOrEqual(6);

  await page.goto('/bartender');
  await tile(page, 'Club Beer').click();
  await expectBeside(tile(page, 'Club Beer'), pressable(page, 'Process Sale'));

  await page.goto('/settings/business');
  const list = page.getByRole('navigation', { name: 'Pages of the settings' });
  await expectBeside(list, page.getByLabel('Business Name'));
});

/** Both are on the screen, the second to the right of the first. */
async function expectBeside(first: Locator, second: Locator): Promise<void> {
  await expectReached(second);
  const [left, right] = [await first.boundingBox(), await second.boundingBox()];
  if (!left || !right) throw new Error('one of them is not there');
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(left.y).toBeLessThan(DESKTOP.height);
}

it('the way out of Split Bill, and every way to pay a part after another was paid', async () => {
  const { id } = await productOf(admin, 'Hennessy VS shot');
  const bartender = await apiAs(bar, 'bartender');
  const order = await bartender.send<{ id: number }>('POST', '/api/orders', {
    customerName: uniqueName('Konah'),
    orderType: 'takeout',
    items: [{ productId: id, quantity: 5 }],
  });
  const page = await screenAt(`/split/${order.id}`);
  await page.getByText('Equal Shares').click();
  await pressable(page, 'One more').click();
  await page.getByText('Part 3', { exact: true }).waitFor();
  for (const part of [1, 2]) {
    await pressable(page, `Take Part ${part}`).click();
    const pay = page.getByRole('dialog', { name: 'Process Payment' });
    await pressable(pay, 'Process Payment').click();
    await page.getByRole('img', { name: `${part} of 3 parts paid` }).waitFor();
    await expectReached(...(await option(page.getByRole('radiogroup', { name: 'Pays in' }), /./).all()));
    // What is laid down in Liberian dollars can be laid down: L$5 is the smallest coin.
    const ways = await page.getByRole('radiogroup', { name: 'Pays in' }).locator('b').allTextContents();
    expect(
      ways.filter((text) => text.includes('L$')).map((text) => Number(text.replace(/.*L\$|,/g, '')) % 5),
    ).toEqual([0, 0]);
  }
  await page.getByRole('link', { name: 'Close' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/table-service');
});

it('what a search finds in rows, the names that begin with it first, and no dish of the kitchen', async () => {
  const page = await screenAt('/bartender');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('he');
  const found = page.locator('.tile');
  await expect.poll(() => found.filter({ hasText: 'Beef kebab' }).count()).toBe(0);
  const names = await found.locator('.name').allTextContents();
  expect(names.slice(0, 2).sort()).toEqual(['Heineken', 'Hennessy VS shot']);
  const [one, two] = [await found.nth(0).boundingBox(), await found.nth(1).boundingBox()];
  expect(two?.y).toBe(one?.y);
});

it('the cart before the products with Tab, the search with /, and Process Sale with Ctrl and Enter', async () => {
  const page = await screenAt('/bartender', DESKTOP);
  await tile(page, 'Club Beer').click();
  await page.keyboard.press('/');
  await expect
    .poll(() =>
      page
        .getByRole('searchbox', { name: 'Search products' })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  expect(await page.getByRole('searchbox', { name: 'Search products' }).inputValue()).toBe('');
  const inCart = () =>
    page.evaluate(() => Boolean(document.activeElement?.closest('.cart, aside, [aria-label^="Cart"]')));
  const onTile = () => page.evaluate(() => document.activeElement?.closest('.tile') !== null);
  // Past the categories.
  for (let presses = 0; presses < 4 && !(await inCart()); presses += 1) {
    await page.keyboard.press('Tab');
    expect(await onTile()).toBe(false);
  }
  expect(await inCart()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.locator('.sold').waitFor();
});
