/** The till in the hand: impatient taps, fast fingers, names of tabs, and where bartenders start. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { type Bar, newPhone, newTouchPhone, openBar, signIn } from './support/box';

interface Line {
  id: number;
  productName: string;
  quantity: number;
  receiptNumber: string;
  currency: string;
}

/** Rounds of three taps on Process Sale. */
const ROUNDS = Number(process.env.BARBACK_TAP_ROUNDS ?? 5);
/** How an impatient finger taps. */
const APART_MS = 300;
const SALES_IN_A_ROW = 2 * ROUNDS;
/** A cheap phone. */
const SLOWED = 4;

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const named = (page: Page, name: string) => page.locator('.name', { hasText: new RegExp(`^${name}$`) });
const tile = (page: Page, name: string) => page.locator('.tile').filter({ has: named(page, name) });
const processSale = (page: Page | Locator) => page.getByRole('button', { name: 'Process Sale' });
const sales = async (limit: number) => api.get<Line[]>(`/api/sales?limit=${limit}`);

async function openTouchPhone(): Promise<Page> {
  const page = await newTouchPhone(bar);
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  await tile(page, 'Club Beer').waitFor();
  return page;
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it(
  `sells once when Process Sale is tapped three times, ${ROUNDS} times over, on a slow phone`,
  async () => {
    const page = await openTouchPhone();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const before = (await sales(1))[0]?.id ?? 0;
    const names = ['Club Beer', 'Heineken'];
    for (let round = 0; round < ROUNDS; round += 1) {
      await tile(page, names[round % 2] ?? '').tap();
      await processSale(page).waitFor();
      const { x, y } = await middleOf(processSale(page));
      const reported = page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
      for (let tap = 0; tap < 3; tap += 1) {
        await page.touchscreen.tap(x, y);
        await page.waitForTimeout(APART_MS);
      }
      await reported;
      expect(await page.evaluate(() => localStorage.getItem('barback_cart:bartender'))).toBeNull();
      await page.locator('.sold').waitFor({ state: 'detached' });
      expect(await processSale(page).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    const sold = (await sales(ROUNDS * 3)).filter(({ id }) => id > before).reverse();
    expect(sold.map(({ productName, quantity }) => `${quantity} ${productName}`)).toEqual(
      Array.from({ length: ROUNDS }, (_, round) => `1 ${names[round % 2]}`),
    );
    expect(new Set(sold.map(({ receiptNumber }) => receiptNumber)).size).toBe(ROUNDS);
    await page.context().close();
  },
  60_000 + ROUNDS * 10_000,
);

it('sells once on a slow Wi-Fi, where the bar that shows what was sold is not loaded yet', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../build-screens.json', import.meta.url), 'utf8'));
  const { file } = manifest['src/features/quick-service/done/DoneBar.tsx'] as { file: string };
  const page = await newTouchPhone(bar);
  let load = () => {};
  await page.route(`**/${file}`, async (route) => {
    await new Promise<void>((resolve) => {
      load = resolve;
    });
    await route.continue();
  });
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  await tile(page, 'Club Beer').tap();
  await processSale(page).waitFor();
  const { x, y } = await middleOf(processSale(page));
  const answered = page.waitForResponse('**/api/sales/batch');
  await page.touchscreen.tap(x, y);
  await answered;
  await processSale(page).waitFor({ state: 'detached' });
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
  load();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('barback_cart:bartender'))).toBeNull();
  await page.context().close();
});

it('keeps the place and height of the bar after a sale', async () => {
  const page = await openTouchPhone();
  await tile(page, 'Club Beer').tap();
  const bar = await page.locator('.actionbar').boundingBox();
  await processSale(page).tap();
  await page.locator('.sold').waitFor();
  expect(await page.locator('.sold').boundingBox()).toEqual(bar);
  await page.context().close();
});

it('covers the button of an opened cart after a sale, and shows the change there', async () => {
  const page = await openTouchPhone();
  const before = (await sales(1))[0]?.id ?? 0;
  await tile(page, 'Club Beer').tap();
  await page.getByRole('button', { name: /Open cart/ }).tap();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByText('L$500', { exact: true }).tap();
  const { x, y } = await middleOf(processSale(cart));
  await page.touchscreen.tap(x, y);
  const bar = page.locator('.sold');
  await bar.getByText('L$120').waitFor();
  const box = await bar.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true);
  // All of it is in view: nothing is cut off.
  expect(await bar.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true);
  await page.touchscreen.tap(x, y);
  await bar.waitFor({ state: 'detached' });
  expect(await processSale(page).count()).toBe(0);
  expect((await sales(9)).filter(({ id }) => id > before)).toHaveLength(1);
});

it("gives the place to the next guest's cart at once, which takes no taps for the rest of the time", async () => {
  const page = await openTouchPhone();
  const before = (await sales(1))[0]?.id ?? 0;
  await tile(page, 'Club Beer').tap();
  const { x, y } = await middleOf(processSale(page));
  await processSale(page).tap();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  await tile(page, 'Heineken').tap();
  await page.locator('.sold').waitFor({ state: 'detached', timeout: 1_000 });
  await processSale(page).waitFor();
  const guard = page.locator('[data-guard]');
  expect(await guard.count()).toBe(1);
  await page.touchscreen.tap(x, y);
  expect((await sales(9)).filter(({ id }) => id > before)).toHaveLength(1);
  // A tap every 700 ms must not prolong it.
  let taps = 0;
  for (; (await guard.count()) > 0 && taps < 5; taps += 1) {
    await page.waitForTimeout(700);
    if ((await guard.count()) > 0) await page.touchscreen.tap(x, y);
  }
  expect(taps).toBeLessThan(4);
  await processSale(page).tap();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  const sold = (await sales(9)).filter(({ id }) => id > before).map(({ productName }) => productName);
  expect(sold).toEqual(['Heineken', 'Club Beer']);
  await page.context().close();
});

it(
  `sells what was in the cart at the tap, ${SALES_IN_A_ROW} times in a row`,
  async () => {
    const page = await openTouchPhone();
    const before = (await sales(1))[0]?.id ?? 0;
    const names = ['Club Beer', 'Heineken', 'Coca-Cola'];
    const expected: string[] = [];
    for (let sale = 0; sale < SALES_IN_A_ROW; sale += 1) {
      const name = names[sale % names.length] ?? '';
      const quantity = 1 + (sale % 2);
      for (let tap = 0; tap < quantity; tap += 1) await tile(page, name).tap();
      await processSale(page).tap();
      expected.push(`${quantity} ${name}`);
      await page.locator('.sold').waitFor({ timeout: 5_000 });
    }
    await page.locator('.sold').waitFor({ state: 'detached' });
    const sold = (await sales(SALES_IN_A_ROW * 2)).filter(({ id }) => id > before).reverse();
    expect(sold.map(({ productName, quantity }) => `${quantity} ${productName}`)).toEqual(expected);
    await page.context().close();
  },
  60_000 + SALES_IN_A_ROW * 5_000,
);

it('does not press what comes under the second tap on a product', async () => {
  const page = await openTouchPhone();
  // Scrolls until a product is where the bar's button will be.
  await tile(page, 'Club Beer').tap();
  const { x, y } = await middleOf(processSale(page));
  await page.evaluate(() => localStorage.removeItem('barback_cart:bartender'));
  await page.reload();
  await tile(page, 'Club Beer').waitFor();
  const before = (await sales(1))[0]?.id ?? 0;
  const under = await page.evaluate(
    ([left, top]) => {
      for (let moved = 0; moved < 400; moved += 20) {
        const hit = document.elementFromPoint(left ?? 0, top ?? 0)?.closest('.tile:enabled');
        if (hit) return true;
        scrollBy(0, 20);
      }
      return false;
    },
    [x, y],
  );
  expect(under).toBe(true);
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(150);
  await page.touchscreen.tap(x, y);
  await page.getByText('1 item').waitFor();
  expect((await sales(1))[0]?.id ?? 0).toBe(before);
  await page.context().close();
});

it('starts bartenders at the till where the bar has chosen so', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'bartender');
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await api.send('PUT', '/api/settings', { startScreen: { bartender: 'till' } });
  try {
    const other = await newPhone(bar);
    await signIn(other, 'bartender');
    await other.getByRole('searchbox', { name: 'Search products' }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/');
    const entries = other.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await entries.allTextContents()).toEqual([
      'Till',
      'Sales',
      'Credit',
      'Tabs',
      'Tables',
      'Receipts',
    ]);
    expect(await entries.first().getAttribute('aria-current')).toBe('page');
    // A phone that is open already follows when it is loaded again.
    await page.reload();
    await page.getByRole('link', { name: 'Till' }).click();
    await page.getByRole('searchbox', { name: 'Search products' }).waitFor();
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  } finally {
    await api.send('PUT', '/api/settings', { startScreen: { bartender: 'sales' } });
  }
});

it('offers known names for a tab, and asks before it doubles one', async () => {
  await api.send('POST', '/api/credit', {
    customerName: 'Zinnah Brown',
    productId: (await productOf(api, 'Club Beer')).id,
    quantity: 1,
  });
  const page = await openTouchPhone();
  await tile(page, 'Heineken').tap();
  await page.getByRole('button', { name: /Open cart/ }).tap();
  await page.getByRole('button', { name: 'Put on tab' }).tap();
  const put = page.getByRole('dialog', { name: 'Put on tab' });
  await put.getByLabel('Customer Name').fill('zinnah');
  await put.getByRole('list', { name: 'Known customers' }).getByText('Zinnah Brown').waitFor();
  await put.getByLabel('Customer Name').fill('zinnah brown');
  await put.getByLabel('Phone (optional)').fill('0770 00');
  await put.getByRole('button', { name: 'Put on tab' }).tap();
  const question = page.getByRole('dialog', { name: 'Zinnah Brown has an open tab. Add to it?' });
  await question.getByRole('button', { name: 'Another person' }).waitFor();
  await question.getByRole('button', { name: 'Add to it' }).tap();
  await page.locator('.sold').getByText('On Zinnah Brown’s tab').waitFor();
  const tabs = await api.get<{ customerName: string; items: { productName: string }[] }[]>('/api/tabs');
  const found = tabs.filter(({ customerName }) => customerName.toLowerCase() === 'zinnah brown');
  expect(found.map(({ items }) => items.map(({ productName }) => productName))).toEqual([
    ['Club Beer', 'Heineken'],
  ]);
  await page.context().close();
});
