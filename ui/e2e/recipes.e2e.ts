/** Recipes: a manager says on a phone what a drink is mixed from, and a bartender sells it until an ingredient is out. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const level = async (name: string) => (await productOf(admin, name)).stock;

async function open(
  who: 'manager' | 'bartender',
  path: string,
  viewport?: { width: number; height: number },
) {
  const page = await newPhone(bar, viewport);
  await signIn(page, who);
  await page.goto(path);
  return page;
}

/** Gin by the bottle, tonic by the piece, and gin tonic of both. */
async function stocks(tonics: number) {
  const [gin, tonic, mixed] = [uniqueName('Gin'), uniqueName('Tonic'), uniqueName('Mixed drink')];
  const packs = [{ name: 'bottle', size: 750 }];
  const poured = { unit: 'ml', serving: 50, stock: 750, packs };
  await admin.send('POST', '/api/products', { name: gin, category: 'drinks', priceUSD: '3.00', ...poured });
  const bottled = { category: 'drinks', priceUSD: '1.00', stock: tonics };
  await admin.send('POST', '/api/products', { name: tonic, ...bottled });
  const recipe = [
    { productId: (await productOf(admin, gin)).id, amount: 50 },
    { productId: (await productOf(admin, tonic)).id, amount: 1 },
  ];
  await admin.send('POST', '/api/products', { name: mixed, category: 'drinks', priceUSD: '5.00', recipe });
  return { gin, tonic, mixed };
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });

/** Finds the tile of a product. */
async function tile(page: Page, name: string): Promise<Locator> {
  await search(page).fill(name);
  const found = page.locator('.pick', { hasText: name });
  await found.waitFor();
  return found;
}

async function sells(page: Page, name: string) {
  await (await tile(page, name)).locator('.tile').click();
  await button(page, 'Process Sale').click();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
  // The till empties its search for the next guest.
  await expect.poll(() => search(page).inputValue()).toBe('');
}

it('sells a drink until its tonic is out, and pours on below zero', async () => {
  const { gin, tonic, mixed } = await stocks(2);
  const phone = await open('bartender', '/bartender');
  await sells(phone, mixed);
  expect([await level(gin), await level(tonic)]).toEqual([700, 1]);
  await sells(phone, gin);
  expect(await level(gin)).toBe(650);
  await sells(phone, mixed);
  expect([await level(gin), await level(tonic)]).toEqual([600, 0]);
  for (const name of [mixed, tonic]) {
    const gone = await tile(phone, name);
    await gone.locator('.tile:disabled', { hasText: 'Out of Stock' }).waitFor();
  }
  await expectAccessible(phone);
  await admin.send('POST', '/api/sales', { productId: (await productOf(admin, gin)).id, quantity: 13 });
  expect(await level(gin)).toBe(-50);
  const poured = await tile(phone, gin);
  await poured.getByText('Check stock').waitFor();
  await sells(phone, gin);
  expect(await level(gin)).toBe(-100);
});

it('refuses what two lines of a cart take together, and names the ingredient', async () => {
  const { tonic, mixed } = await stocks(1);
  const phone = await open('bartender', '/bartender');
  await (await tile(phone, tonic)).locator('.tile').click();
  await (await tile(phone, mixed)).locator('.tile').click();
  await button(phone, 'Process Sale').click();
  await phone.getByText(`Only 0 units available: ${tonic} is short`).waitFor();
  expect(await level(tonic)).toBe(1);
});

it('is written by a manager on a narrow phone, from a bottle to the first drink', async () => {
  const [gin, tonic, mixed] = [uniqueName('Rum'), uniqueName('Ginger ale'), uniqueName('Dark and stormy')];
  await admin.send('POST', '/api/products', { name: tonic, category: 'drinks', priceUSD: '1.00', stock: 24 });
  const page = await open('manager', '/inventory', { width: 390, height: 844 });

  await button(page, 'Add Product').click();
  const form = dialog(page, 'Add New Product');
  await form.getByLabel('Name').fill(gin);
  await form.getByLabel('Price').fill('3.00');
  await form.getByLabel('Stock', { exact: true }).fill('4800');
  await form.getByText('Stock details').click();
  await form.getByLabel('Unit').selectOption({ label: 'Millilitres' });
  await form.getByLabel('Serving').fill('50');
  await button(form, 'Add Pack').click();
  const pack = form.getByRole('group', { name: 'Pack 1' });
  await pack.getByLabel('Pack', { exact: true }).fill('bottle');
  await button(form, 'Create Product').click();
  await pack.getByText('Enter how many it contains').waitFor();
  await pack.getByLabel('Contains').fill('750');
  await form.getByText('= 6 × bottle + 300 ml').waitFor();
  await expectAccessible(page);
  await button(form, 'Create Product').click();
  await form.waitFor({ state: 'hidden' });
  await search(page).fill(gin);
  await page.getByRole('list', { name: 'Products' }).getByText('6 × bottle + 300 ml').waitFor();

  await button(page, 'Add Product').click();
  await form.getByLabel('Name').fill(mixed);
  await form.getByLabel('Price').fill('5.00');
  await form.getByText('Stock details').click();
  for (const [place, [ingredient, amount]] of [
    [gin, '50'],
    [tonic, '1'],
  ].entries()) {
    await button(form, 'Add Ingredient').click();
    const row = form.getByRole('group', { name: `Ingredient ${place + 1}` });
    const field = row.getByRole('combobox', { name: 'Ingredient' });
    await field.fill(ingredient ?? '');
    await row.getByRole('option', { name: ingredient }).waitFor();
    await expectAccessible(page);
    if (place === 0) await field.press('Enter');
    else await row.getByRole('option', { name: ingredient }).click();
    expect(await field.inputValue()).toBe(ingredient);
    await row.getByLabel('Amount').fill(amount ?? '');
  }
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
  await button(form, 'Create Product').click();
  await form.waitFor({ state: 'hidden' });
  await search(page).fill('');
  await page.getByRole('radio', { name: /^Ingredients/ }).check();
  await page.getByRole('list', { name: 'Products' }).getByText(gin, { exact: true }).waitFor();
  await expectAccessible(page);

  const product = await productOf(admin, mixed);
  expect(product.stock).toBe(24);
  await admin.send('POST', '/api/sales', { productId: product.id, quantity: 2 });
  await button(page, gin).click();
  const panel = dialog(page, gin);
  await panel.getByText(`sold as ${mixed}`).waitFor();
  await panel.getByText('−100 ml').waitFor();
  await panel.getByText('6 × bottle + 200 ml', { exact: true }).waitFor();
  await expectAccessible(page);
  await button(panel, 'Close').click();
  await page.getByRole('radio', { name: 'All' }).check();
  await search(page).fill(mixed);
  await button(page, mixed).click();
  await dialog(page, mixed).getByText(`50 ml ${gin}`).waitFor();
  await expectAccessible(page);
});
