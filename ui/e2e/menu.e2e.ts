/** The public menus on a guest's phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE } from './support/box';

interface Item {
  id: number;
  name: string;
  category: string;
  priceUSD: string;
  priceLRD: string;
}

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const section = (page: Page, name: string) => page.getByRole('region', { name });
const dish = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function openMenu(path: string, viewport = PHONE): Promise<Page> {
  // A fresh phone, on which the tour must not open.
  const page = await newPhone(bar, viewport, true);
  await page.goto(path);
  await section(page, 'Drinks').waitFor();
  return page;
}

it('shows each category in its currencies, with the rate and the table', async () => {
  const menu = await admin.get<Record<string, Item[]>>('/api/menu');
  const page = await openMenu('/customer-menu?table=7');
  await page.getByText('Table 7', { exact: true }).waitFor();
  await page.getByText('1 USD = 190 LRD', { exact: true }).waitFor();
  const currencies = { Drinks: ['USD', 'LRD'], Food: ['LRD'], Cigars: ['USD'] };
  for (const [name, shown] of Object.entries(currencies)) {
    expect(await section(page, name).locator('header abbr').allTextContents()).toEqual(shown);
    expect(await section(page, name).getByRole('article').count()).toBe(menu[name.toLowerCase()]?.length);
  }
  expect(await dish(page, 'Club Beer').locator('.prices').textContent()).toBe('$2.00L$380.00');
  await dish(page, 'Club Beer').getByText('The Liberian lager, ice cold').waitFor();
  expect(await section(page, 'Food').textContent()).not.toMatch(/(^|[^L])\$/);
  expect(await section(page, 'Cigars').textContent()).not.toContain('L$');
});

it('links to the sections, and marks the current one', async () => {
  const page = await openMenu('/customer-menu');
  const links = page.getByRole('navigation', { name: 'Menu sections' });
  await links.getByRole('link', { name: 'Food' }).click();
  await links.locator('a[aria-current="true"]', { hasText: 'Food' }).waitFor();
  await expect
    .poll(() => section(page, 'Food').evaluate((top) => top.getBoundingClientRect().top))
    .toBeLessThan(200);
});

it('has no staff navigation or help, and requests only public data', async () => {
  const publicPaths = new Set(['/api/auth/init', '/api/settings/public', '/api/menu', '/api/exchange-rate']);
  for (const path of ['/menu', '/customer-menu']) {
    const page = await newPhone(bar, PHONE, true);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(path);
    await section(page, 'Drinks').waitFor();
    expect(requests).toContain('/api/menu');
    expect(requests.filter((url) => url.startsWith('/api/') && !publicPaths.has(url))).toEqual([]);
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Help' }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

it('is a plain list without descriptions at /menu', async () => {
  const page = await openMenu('/menu');
  await page.getByRole('heading', { name: 'Menu', level: 1 }).waitFor();
  expect(await page.getByText('The Liberian lager, ice cold').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Menu sections' }).count()).toBe(0);
});

it('shows a new price when the page becomes visible again', async () => {
  const page = await openMenu('/customer-menu');
  const { id } = await productOf(admin, 'Club Beer');
  await admin.send('PATCH', `/api/products/${id}`, { priceUSD: '2.50', priceLRD: null });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await dish(page, 'Club Beer').getByText('$2.50').waitFor();
});

it('passes the accessibility checks on phone and desktop', async () => {
  for (const size of [PHONE, DESKTOP]) {
    await expectAccessible(await openMenu('/menu', size));
    await expectAccessible(await openMenu('/customer-menu?table=3', size));
  }
});

it('says that it is empty', async () => {
  for (const { id } of await admin.get<Item[]>('/api/products')) {
    await admin.send('DELETE', `/api/products/${id}`);
  }
  const page = await newPhone(bar, PHONE, true);
  await page.goto('/menu');
  await page.getByText('No menu items available', { exact: true }).waitFor();
  await page.goto('/customer-menu');
  await page.getByText('Menu coming soon...', { exact: true }).waitFor();
});
