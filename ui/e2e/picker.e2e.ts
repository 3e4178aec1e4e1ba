/** The product picker of Quick Service, orders and tabs: best sellers first, counts, keyboard, and places that stay. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { animationsEnded } from './support/animations';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';

interface BestSellers {
  salesCount: number;
  products: { productId: number; quantity: number }[];
}
interface Product {
  id: number;
  name: string;
  category: string;
  stock: number;
}

const SMALL_PHONE = { width: 360, height: 740 };
const LANDSCAPE = { width: 844, height: 390 };
/** The smallest target for a thumb, in pixels. */
const TOUCH = 44;

let bar: Bar;
let api: Api;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const tile = (on: Page | Locator, name: string) => on.locator(`.pick:has(.name:text-is("${name}"))`);
const namesIn = (region: Locator) => region.locator('.tile .name').allTextContents();

async function openAt(path: string, viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto(path);
  return page;
}

async function openPicker(page: Page): Promise<Locator> {
  await button(page, 'New Drink Order').click();
  await button(dialog(page, 'New Drink Order'), 'Select Drinks').click();
  const picker = dialog(page, 'Select Drinks');
  await picker.getByRole('heading', { name: 'Featured Drinks' }).waitFor();
  return picker;
}

async function openTab(page: Page): Promise<Locator> {
  await page.locator('.rows button').first().click();
  await button(page, 'Add Items').click();
  const items = dialog(page, 'Add Items');
  await items.locator('.tile').first().waitFor();
  return items;
}

/** Names of the products that were sold most often, what is sold out last. */
async function bestNames(category?: string): Promise<string[]> {
  const [best, products] = await Promise.all([
    api.get<BestSellers>('/api/products/best-sellers'),
    api.get<Product[]>('/api/products'),
  ]);
  const sold = best.products.flatMap(({ productId }) => products.find(({ id }) => id === productId) ?? []);
  const wanted = sold.filter((product) => !category || product.category === category);
  return [...wanted.filter(({ stock }) => stock > 0), ...wanted.filter(({ stock }) => stock <= 0)].map(
    ({ name }) => name,
  );
}

it('shows the drinks that are sold most often first, and what is sold out last', async () => {
  const top = await bestNames('drinks');
  const { id, stock } = await productOf(api, top[1] as string);
  await admin.send('PUT', `/api/products/${id}`, { stock: 0 });
  const wanted = await bestNames('drinks');
  expect(wanted.indexOf(top[1] as string)).toBeGreaterThan(5);
  const page = await openAt('/table-service');
  await page.locator('#quick summary').click();
  await page.locator('.quick .tile').first().waitFor();
  expect(await namesIn(page.locator('.quick'))).toEqual(wanted.slice(0, 4));
  const picker = await openPicker(page);
  const featured = picker.getByRole('region', { name: 'Featured Drinks' });
  expect(await namesIn(featured)).toEqual(wanted.slice(0, 6));
  for (const title of ['All Beverages', 'Food Items', 'Cigars'])
    await picker.getByRole('heading', { name: title }).waitFor();
  const out = tile(picker, top[1] as string);
  await out.getByText('Out of Stock').waitFor();
  expect(await button(out, `Add ${top[1]}`).isDisabled()).toBe(true);
  await admin.send('PUT', `/api/products/${id}`, { stock });
});

it('begins Quick Service with the favourites, which one person can hide on this phone', async () => {
  const page = await openAt('/bartender');
  const favourites = page.getByRole('region', { name: 'Favourites' });
  await favourites.waitFor();
  expect(await namesIn(favourites)).toEqual((await bestNames()).slice(0, 12));
  await button(favourites, 'Favourites').click();
  await expect.poll(() => favourites.locator('.tile').count()).toBe(0);
  await page.reload();
  await page.locator('.tile').first().waitFor();
  expect(await favourites.locator('.tile').count()).toBe(0);
  await expectAccessible(page);
  await button(favourites, 'Favourites').click();
  await expect.poll(() => favourites.locator('.tile').count()).toBe(12);
});

it('adds with a tap and takes away behind the count, in all three pickers', async () => {
  const pages: [string, (page: Page) => Promise<Page | Locator>][] = [
    ['/bartender', async (page) => page],
    ['/table-service', openPicker],
    ['/customer-tab', openTab],
  ];
  for (const [path, open] of pages) {
    const page = await openAt(path, SMALL_PHONE);
    const on = await open(page);
    const beer = tile(on, 'Club Beer');
    await beer.locator('.tile').click();
    await beer.locator('.tile').click();
    await button(beer, 'Change quantity').click();
    for (const name of ['One less', 'One more', 'Change quantity']) {
      const box = await button(beer, name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${path} ${name}`).toBeGreaterThanOrEqual(TOUCH);
    }
    await button(beer, 'One more').click();
    await beer.locator('.count').getByText('3').waitFor();
    await expectAccessible(page);
    for (let taps = 0; taps < 3; taps += 1) await button(beer, 'One less').click();
    // A fourth tap adds nothing: minus stays where it was, without effect.
    const box = await button(beer, 'One less').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    expect(await beer.locator('.count').count(), path).toBe(0);
    await page.keyboard.press('Escape');
    await button(beer, 'One less').waitFor({ state: 'detached' });
    if (on !== page) expect(await (on as Locator).isVisible(), `${path} stays open`).toBe(true);
  }
});

it('works with the keyboard alone', async () => {
  const page = await openAt('/table-service', DESKTOP);
  const picker = await openPicker(page);
  await picker.getByRole('searchbox').focus();
  await page.keyboard.type('gin and');
  await expect.poll(() => picker.locator('.tile').count()).toBe(1);
  await page.keyboard.press('Enter');
  await picker.getByText('1 item(s) selected').waitFor();
  expect(await picker.getByRole('searchbox').inputValue()).toBe('');
  await button(tile(picker, 'Gin and tonic'), 'Change quantity').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => picker.getByText('1 item(s) selected').count()).toBe(0);
});

it('keeps the tiles under the finger while the list of selected items above them grows', async () => {
  const page = await openAt('/customer-tab');
  const items = await openTab(page);
  const top = async () => (await tile(items, 'Club Beer').boundingBox())?.y ?? 0;
  await animationsEnded(page);
  const before = await top();
  await button(tile(items, 'Club Beer'), 'Add Club Beer').click();
  await items.getByText('1 item(s) selected').waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await button(tile(items, 'Club Beer Large'), 'Add Club Beer Large').click();
  await items.getByText('2 item(s) selected').waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
});

it('leaves room for tiles and the main button on a phone held sideways', async () => {
  const page = await openAt('/table-service', LANDSCAPE);
  const picker = await openPicker(page);
  const beer = tile(picker, 'Club Beer');
  await button(beer, 'Add Club Beer').scrollIntoViewIfNeeded();
  await button(beer, 'Add Club Beer').click();
  const [add, done] = [await beer.boundingBox(), await button(picker, 'Done').boundingBox()];
  expect((add?.y ?? 0) + (add?.height ?? 0)).toBeLessThanOrEqual(done?.y ?? 0);
  expect((done?.y ?? 0) + (done?.height ?? 0)).toBeLessThanOrEqual(LANDSCAPE.height);
});
