/** The till in the hand: impatient taps, fast fingers, five taps for a note, and where bartenders start. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';

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
const SALES_IN_A_ROW = 30;
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
const processSale = (page: Page) => page.getByRole('button', { name: 'Process Sale' });
const sales = async (limit: number) => api.get<Line[]>(`/api/sales?limit=${limit}`);

async function openTouchPhone(): Promise<Page> {
  const context = await bar.browser.newContext({
    viewport: PHONE,
    baseURL: bar.url,
    hasTouch: true,
    isMobile: true,
  });
  await context.addInitScript(() => localStorage.setItem('onboarding_completed', 'true'));
  const page = await context.newPage();
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
      const reported = page.locator('.sold', { hasText: 'Sold · R-' }).waitFor();
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

it('keeps the place and height of the bar after a sale', async () => {
  const page = await openTouchPhone();
  await tile(page, 'Club Beer').tap();
  const bar = await page.locator('.actionbar').boundingBox();
  await processSale(page).tap();
  await page.locator('.sold').waitFor();
  expect(await page.locator('.sold').boundingBox()).toEqual(bar);
  await page.context().close();
});

it(`sells what was in the cart at the tap, ${SALES_IN_A_ROW} times in a row`, async () => {
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
}, 180_000);

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

it('sells two items for a $20 note with change in Liberian dollars in five taps', async () => {
  const page = await openTouchPhone();
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await tap(tile(page, 'Club Beer'));
  await tap(tile(page, 'Heineken'));
  await tap(page.locator('.actionbar label').filter({ hasText: /^\$20$/ }));
  await tap(page.locator('.actionbar').getByRole('button', { name: /^Change L\$/ }));
  await tap(processSale(page));
  await page
    .locator('.sold')
    .getByText(/^L\$[\d,]+$/)
    .waitFor();
  expect(taps).toBe(5);
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

it('opens a tab with one drink in six taps and the name, and never doubles a name', async () => {
  const page = await openTouchPhone();
  await page.goto('/customer-tab');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await tap(page.getByRole('button', { name: 'New tab' }));
  const dialog = page.getByRole('dialog', { name: 'New tab' });
  await tap(dialog.getByLabel('Customer Name'));
  await page.keyboard.type('Zinnah Brown');
  const beer = dialog.getByRole('listitem').filter({ has: named(page, 'Club Beer') });
  await tap(beer.getByRole('button'));
  await tap(dialog.getByRole('button', { name: 'Open tab' }));
  await page.getByText('Added to Credit').waitFor();
  expect(taps).toBeLessThanOrEqual(6);

  // The till offers the name, and asks before it opens a second tab for it.
  await page.goto('/bartender');
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
