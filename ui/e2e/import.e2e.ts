/** The owner of an empty bar brings the list of another till, and sells from it, on a small phone. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from './support/axe';
import { type Bar, FIRST_PASSWORD, newPhone, openBar } from './support/box';
import { overflowing } from './support/walk';

const SMALL = { width: 360, height: 740 };

let bar: Bar;
beforeEach(async () => {
  bar = await openBar({ demo: false });
});
afterEach(() => bar?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs in for the first time, and chooses a password. */
async function owner(): Promise<Page> {
  const page = await newPhone(bar, SMALL);
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await button(page, 'Sign In').click();
  const change = page.getByRole('dialog', { name: 'Change Password' });
  await change.getByLabel('Current Password').fill(FIRST_PASSWORD);
  await change.getByLabel('New Password', { exact: true }).fill('keeper-of-beer');
  await change.getByLabel('Confirm New Password').fill('keeper-of-beer');
  await change.getByRole('button', { name: 'Change Password' }).click();
  await change.waitFor({ state: 'hidden' });
  return page;
}
async function choose(page: Page, name: string, rows: readonly string[]): Promise<void> {
  await page.goto('/import');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
  await page.getByLabel('Choose file').setInputFiles(file);
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Check the list' }).waitFor();
}
async function fits(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await overflowing(page)).toEqual([]);
}
async function sells(page: Page, name: string): Promise<void> {
  await page.goto('/bartender');
  await page
    .locator('.tile')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
  await button(page, 'Process Sale').click();
  await page.locator('.sold', { hasText: /Sold.*R-/ }).waitFor();
}

it('gives prices to what another till asks for at each sale, and sells it', async () => {
  const page = await owner();
  await choose(page, 'export_items.csv', [
    'Handle,SKU,Name,Category,Option 1 name,Option 1 value,Cost,Barcode,Track stock,Price [Sunset],In stock [Sunset]',
    'club-beer,1,Club Beer,Beer,,,0.80,6001000000018,Y,2.00,48',
    'wine,2,House wine,Wine,Size,Glass,,,N,4.00,',
    'wine,3,,,,Bottle,,,N,18.00,',
    'soup,4,Soup of the day,Food,,,,,N,variable,',
    'corkage,5,Corkage,,,,,,N,,',
  ]);
  await page.getByText('A new product needs a price').waitFor();
  await fits(page);
  await button(page, 'Give a price to Soup of the day').click();
  await page.getByLabel('USD Price').fill('5');
  await fits(page);
  await button(page, 'Save price').click();
  await page.getByText('1 stays out').waitFor();
  await button(page, 'Import 4 of 5').click();
  await page.getByText('4 new, 0 updated').waitFor();
  await page.getByRole('list', { name: 'Products' }).getByText('House wine Bottle').waitFor();
  // What the other till does not count is never out.
  await sells(page, 'Soup of the day');
  await sells(page, 'Club Beer');
});

it('stands rows with the same mistake behind one line, and imports the others', async () => {
  const page = await owner();
  const broken = Array.from({ length: 30 }, (_, at) => `Bottle ${at},ask,1`);
  await choose(page, 'stock.csv', ['Drink,Asking,Bottles', 'Palm wine,1.50,6', ...broken]);
  // 'Asking' is no known heading: the owner says what it is.
  await button(page, 'Back').click();
  await page.getByLabel('Asking').selectOption('USD Price');
  await button(page, 'Continue').click();
  const kind = page.locator('details').filter({ hasText: 'Must be an amount' });
  await kind.getByText('30', { exact: true }).waitFor();
  expect(await kind.getAttribute('open')).toBeNull();
  await fits(page);
  await kind.locator('summary').click();
  await kind.getByText('Bottle 0', { exact: true }).waitFor();
  await button(page, 'Import 1 of 31').click();
  await page.getByText('1 new, 0 updated').waitFor();
  await sells(page, 'Palm wine');
});
