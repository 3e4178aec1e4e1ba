/** Toasts by their boxes: never over the search, a main button, a bar or a sheet's Close, and of two lines at most, unless they say what failed. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { scan } from './support/scanner';

const SMALL = { width: 360, height: 640 };

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'manager');
});
afterAll(() => bar?.close());

const tile = (page: Page, name: string) =>
  page.locator('.tile').filter({ has: page.getByText(name, { exact: true }) });

/** A product above the place of the cart's bar, which ignores a tap that was aimed before it came. */
const topTile = (page: Page) => page.locator('.tile:enabled').first();

async function openTill(viewport: { width: number; height: number }): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  await tile(page, 'Club Beer').waitFor();
  return page;
}

/** What the toast covers of all that it must not cover. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('.toast');
    if (!toast) return ['there is no toast'];
    const box = toast.getBoundingClientRect();
    const text = toast.querySelector('p');
    const lines = text ? text.offsetHeight / Number.parseFloat(getComputedStyle(text).lineHeight) : 0;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const keep = dialog
      ? 'input[type=search], [aria-label=Close], footer button'
      : 'input[type=search], .actionbar, .tabbar, .docked, .cart > footer, main form button:not([type=button])';
    const hits = [...(dialog ?? document).querySelectorAll(keep)].filter((element) => {
      const other = element.getBoundingClientRect();
      return (
        other.height > 0 &&
        other.left < box.right &&
        other.right > box.left &&
        other.top < box.bottom &&
        other.bottom > box.top
      );
    });
    const outside = box.top < 0 || box.bottom > innerHeight ? ['it leaves the screen'] : [];
    return [
      ...hits.map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent}`),
      ...(lines > 2.1 && toast.role !== 'alert' ? [`${lines} lines`] : []),
      ...outside,
    ];
  });

it.each([
  ['a phone', PHONE],
  ['a small phone', SMALL],
  ['a desktop', DESKTOP],
])('cover nothing that is needed next, on %s', async (_, viewport) => {
  const page = await openTill(viewport);
  await topTile(page).click();
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  expect(await covered(page)).toEqual([]);

  // With a cart, above its bar.
  await topTile(page).click();
  await scan(page, '0000000000');
  await page.getByText('Unknown barcode 0000000000').waitFor();
  expect(await covered(page)).toEqual([]);

  // In a sheet: the long message of a box that does not answer.
  if (viewport !== DESKTOP) {
    await page.getByRole('button', { name: /Open cart/ }).click();
    await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Put on tab' }).waitFor();
    await scan(page, '0000000001');
    await page.getByText('Unknown barcode 0000000001').waitFor();
    expect(await covered(page)).toEqual([]);
  }
  await page.context().close();
});

it.each([
  ['a phone', PHONE],
  ['a small phone', SMALL],
])('say all of what failed, on %s', async (_, viewport) => {
  const page = await openTill(viewport);
  await topTile(page).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Process Sale' }).click();
  const toast = page.locator('.toast[role=alert]');
  await toast.getByText(/it cannot be charged twice\./).waitFor({ timeout: 40_000 });
  expect(
    await toast.locator('p').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBe(0);
  expect(await covered(page)).toEqual([]);
  await page.context().close();
});

it('say which product sold out, above the cart bar', async () => {
  const { id } = await productOf(api, 'Gin and tonic');
  await api.send('PUT', `/api/products/${id}`, { stock: 5 });
  const page = await openTill(PHONE);
  await tile(page, 'Club Beer').click();
  await tile(page, 'Gin and tonic').click();
  await api.send('PUT', `/api/products/${id}`, { stock: 0 });
  await page.getByText('Gin and tonic just sold out.').waitFor();
  await page.getByText('Removed from the cart.').waitFor();
  expect(await covered(page)).toEqual([]);
  await page.context().close();
});

it.each([
  [
    '/settings/tax',
    async (page: Page) => {
      await page.getByRole('switch', { name: 'Tax', exact: true }).click();
      await page.getByRole('button', { name: 'Fill in suggested rates' }).click();
    },
  ],
  ['/settings/business', (page: Page) => page.getByLabel('Business Name').fill('Moonlight Bar')],
] as const)('never cover Save on %s, scrolled to both ends', async (path, change) => {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'admin');
  await page.goto(path);
  await change(page);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Settings saved').waitFor();
  // As long as the pointer is on it, it stays.
  await page.locator('.toast').dispatchEvent('pointerover');
  for (const end of ['bottom', 'top', 'bottom']) {
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.documentElement.scrollHeight), end);
    // Its place follows the scrolling in one of the next frames.
    await expect.poll(() => covered(page), { message: `at the ${end}` }).toEqual([]);
  }
  await page.context().close();
});
