/** The price list, the filters of Inventory, sections, waste, and questions before unusual prices and rates. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';

let bar: Bar;
let manager: Api;
beforeAll(async () => {
  bar = await openBar();
  manager = await apiAs(bar, 'manager');
});
afterAll(() => bar?.close());

async function inventory(viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'manager');
  await page.goto('/inventory');
  await page.getByRole('list', { name: 'Products' }).first().waitFor();
  return page;
}

async function priceList(viewport = PHONE): Promise<Page> {
  const page = await inventory(viewport);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Price list' }).click();
  await page.getByRole('heading', { name: 'Price List', level: 1 }).waitFor();
  await page.getByLabel('USD Price of Club Beer', { exact: true }).waitFor();
  return page;
}

it('keeps what is typed while another phone changes the same price, and marks the row', async () => {
  const page = await priceList();
  const field = page.getByLabel('USD Price of Heineken', { exact: true });
  await field.fill('3.75');
  const { id } = await productOf(manager, 'Heineken');
  await manager.send('PUT', `/api/products/${id}`, { priceUSD: '3.60' });
  await page.getByText('Changed on another phone: now $3.60').waitFor();
  expect(await field.inputValue()).toBe('3.75');
  await page.reload();
  await page.getByText('Changed on another phone: now $3.60').waitFor();
  expect(await field.inputValue()).toBe('3.75');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await page.getByText('Prices saved').waitFor();
  expect((await productOf(manager, 'Heineken')).priceUSD).toBe('3.75');
});

it('asks before a price with a digit too many is saved', async () => {
  const page = await priceList();
  await page.getByLabel('USD Price of Sprite', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  const question = page.getByRole('dialog', {
    name: /^The price of Sprite changes from .* to \$100\.00\. Is that right\?$/,
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await productOf(manager, 'Sprite')).priceUSD).not.toBe('100.00');
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

it('raises prices as a preview', async () => {
  const page = await priceList();
  await page.getByLabel('Category', { exact: true }).selectOption('cigars');
  await page.getByRole('button', { name: 'Raise by percent' }).click();
  await page.getByLabel('Percent', { exact: true }).fill('10');
  const before = (await productOf(manager, 'Cohiba Siglo II')).priceUSD;
  await page.getByRole('button', { name: /^Fill in 4 prices$/ }).click();
  expect(await page.getByLabel('USD Price of Cohiba Siglo II', { exact: true }).inputValue()).toBe('27.50');
  await page.getByRole('button', { name: 'Save 4 changes' }).waitFor();
  expect((await productOf(manager, 'Cohiba Siglo II')).priceUSD).toBe(before);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

it('fits a narrow phone', async () => {
  const page = await priceList({ width: 360, height: 640 });
  await page.getByLabel('LRD Price of Club Beer', { exact: true }).fill('400');
  const save = await page.getByRole('button', { name: 'Save 1 change' }).boundingBox();
  expect(save && save.x >= 0 && save.x + save.width <= 360 && save.y + save.height <= 640).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

it('shows what is low by its chip, a section and another order by the tools', async () => {
  const page = await inventory();
  const said = await page.getByText(/^Total Products/).textContent();
  const low = Number(said?.match(/Low Stock (\d+)/)?.[1]);
  await page.getByRole('radio', { name: 'Low' }).check();
  const rows = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(low);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Show section').selectOption('wine');
  await page.getByLabel('Sort by').selectOption('stock');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => rows.count()).toBe(4);
  expect(await page.getByRole('radio', { name: 'Wine' }).isChecked()).toBe(true);
  await expectAccessible(page);
});

it('takes wasted pieces away', async () => {
  const page = await inventory();
  const { stock } = await productOf(manager, 'Heineken');
  await page.getByLabel('Search products').fill('Heineken');
  await page.getByRole('button', { name: 'Heineken', exact: true }).click();
  await page.getByRole('button', { name: 'Update Stock' }).click();
  const update = page.getByRole('dialog', { name: 'Update Stock' });
  await update.getByLabel('Add or remove').fill('2');
  await update.getByLabel('Reason').selectOption('waste');
  expect(await update.getByLabel('How many were wasted?').inputValue()).toBe('2');
  await update.getByRole('button', { name: 'Save Stock' }).click();
  await update.waitFor({ state: 'hidden' });
  await page.getByRole('dialog', { name: 'Heineken' }).getByText('−2', { exact: true }).first().waitFor();
  expect((await productOf(manager, 'Heineken')).stock).toBe(stock - 2);
});

it('asks before a rate that is more than 10 % away is set', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'admin');
  await page.goto('/exchange-rate');
  await page.getByLabel('New Rate').fill('1900');
  await page.getByRole('button', { name: 'Update Rate' }).click();
  const question = page.getByRole('dialog', { name: 'The rate changes from 190 to 1900. Is that right?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  const { rate } = await manager.get<{ rate: number }>('/api/exchange-rate');
  expect(rate).toBe(190);
});

it('groups the menu by section, with links to them', async () => {
  const page = await newPhone(bar, PHONE, true);
  await page.goto('/customer-menu');
  const links = page.getByRole('navigation', { name: 'Sections of Drinks' });
  await links.getByRole('link', { name: 'Spirits' }).click();
  const heading = page.getByRole('heading', { name: 'Spirits', level: 3 });
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 999).toBeLessThan(300);
  await expectAccessible(page);
});
