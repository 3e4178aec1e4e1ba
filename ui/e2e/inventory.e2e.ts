/** The inventory: products, prices, stock, CSV import and export, and the menu's QR code. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { scan } from './support/scanner';

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

const SEARCH = 'Search products';
const rows = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem');
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name, exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function inventory(who: 'admin' | 'manager' | 'bartender' = 'manager'): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, who);
  await page.goto('/inventory');
  await rows(page).first().waitFor();
  return page;
}

interface NewProduct {
  name: string;
  price?: string;
  stock?: string;
  barcode?: string;
}

async function add(page: Page, { name, price = '1.00', stock = '10', barcode = '' }: NewProduct) {
  await press(page, 'Add Product');
  const panel = dialog(page, 'Add New Product');
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Price').fill(price);
  await panel.getByLabel('Stock').fill(stock);
  await panel.getByLabel('Barcode').fill(barcode);
  await panel.getByRole('button', { name: 'Create Product' }).click();
  await panel.waitFor({ state: 'hidden' });
}

async function find(page: Page, name: string) {
  await page.getByLabel(SEARCH).fill(name);
  await row(page, name).waitFor();
}

/** Opens the tools behind '…' and presses one. */
async function pressTool(page: Page, name: string) {
  await press(page, 'More');
  await dialog(page, 'Inventory').getByRole('button', { name, exact: true }).click();
}

/** Opens a product's sheet. */
async function open(page: Page, name: string) {
  await press(page, name);
  const panel = dialog(page, name);
  await panel.getByRole('button', { name: 'Edit Product' }).waitFor();
  return panel;
}

/** Opens the import and chooses a file there. */
async function chooseFile(page: Page, name: string, content: string) {
  await press(page, 'More');
  await dialog(page, 'Inventory').getByRole('link', { name: 'Import CSV', exact: true }).click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('Choose file').setInputFiles(file);
}

/** Waits until the check has so many rows of a kind, such as 'New'. */
const checked = (page: Page, kind: string, count: string) =>
  page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${kind}`) })
    .getByText(count, { exact: true })
    .waitFor();

it('adds, edits and deletes a product', async () => {
  const page = await inventory();
  await press(page, 'Add Product');
  await press(page, 'Create Product');
  await page.getByRole('alert').getByText('Product name is required').waitFor();
  await press(page, 'Generate barcode');
  expect(await page.getByLabel('Barcode').inputValue()).toMatch(/^\d{12}$/);
  await press(page, 'Cancel');

  await add(page, { name: '  Cane spirit ', price: '1.50', stock: '4' });
  await find(page, 'Cane spirit');
  await row(page, 'Cane spirit').getByText('Low Stock', { exact: true }).waitFor();
  await row(page, 'Cane spirit').getByText('$1.50').waitFor();

  const panel = await open(page, 'Cane spirit');
  await panel.getByRole('button', { name: 'Edit Product' }).click();
  await panel.getByLabel('Name').fill('Cane juice');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Edit Product' }).click();
  expect(await panel.getByLabel('Name').inputValue()).toBe('Cane spirit');
  await panel.getByLabel('Brand').fill('Bong County');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByText('Drinks · Bong County').waitFor();

  await panel.getByRole('button', { name: 'Delete Cane spirit' }).click();
  await dialog(page, 'Delete Cane spirit?').getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Delete Cane spirit' }).click();
  await dialog(page, 'Delete Cane spirit?').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  await page.getByText('No products found').waitFor();
});

it('refuses a barcode that another product has', async () => {
  const page = await inventory();
  await add(page, { name: 'Bitter kola', barcode: '4006381333931' });
  await press(page, 'Add Product');
  const panel = dialog(page, 'Add New Product');
  await panel.getByLabel('Name').fill('Kola nut');
  await panel.getByLabel('Price').fill('1.00');
  await panel.getByLabel('Barcode').fill('4006381333931');
  await panel.getByRole('button', { name: 'Create Product' }).click();
  await panel
    .getByRole('alert')
    .getByText(/^Failed to create product: .*barcode/i)
    .waitFor();
  expect(await panel.getByLabel('Barcode').getAttribute('aria-invalid')).toBe('true');
  expect(await panel.getByLabel('Name').inputValue()).toBe('Kola nut');
});

it('changes the stock by taps and by count, and records each movement', async () => {
  const page = await inventory();
  await add(page, { name: 'Tonic water', stock: '6' });
  await find(page, 'Tonic water');
  await press(page, 'Tonic water');
  const panel = dialog(page, 'Tonic water');
  const level = (count: string) => panel.locator('output', { hasText: new RegExp(`^${count}$`) }).waitFor();
  await panel.getByRole('button', { name: '-5', exact: true }).click();
  await level('1');
  expect(await panel.getByRole('button', { name: '-5', exact: true }).isDisabled()).toBe(true);
  await panel.getByRole('button', { name: '-1', exact: true }).click();
  await level('0');
  await panel.getByText('Out of Stock', { exact: true }).waitFor();
  expect(await panel.getByRole('button', { name: '-1', exact: true }).isDisabled()).toBe(true);

  await panel.getByRole('button', { name: 'Update Stock' }).click();
  const update = dialog(page, 'Update Stock');
  await update.getByLabel('Add or remove').fill('24');
  expect(await update.getByLabel('Counted').inputValue()).toBe('24');
  await update.getByLabel('Reason').selectOption('delivery');
  await update.getByLabel('Notes (optional)').fill('from Red Light');
  await update.getByRole('button', { name: 'Save Stock' }).click();
  await level('24');
  await panel.getByText('Delivery · from Red Light').waitFor();
});

it('sets both prices, and marks a product that has only one', async () => {
  const page = await inventory();
  await add(page, { name: 'Ginger ale', price: '2.00' });
  await find(page, 'Ginger ale');
  await row(page, 'Ginger ale').getByText('USD Only').waitFor();
  const sheet = await open(page, 'Ginger ale');
  await sheet.getByRole('button', { name: 'Set currency for Ginger ale' }).click();
  const panel = dialog(page, 'Currency Settings');
  await panel.getByLabel('Payment Currency').selectOption({ label: 'Accept LRD Only' });
  await panel.getByLabel('LRD Price').fill('475');
  expect(await panel.getByLabel('USD Price').inputValue()).toBe('2.50');
  await panel.getByText('$2.50 = L$475.00').waitFor();
  await panel.getByRole('button', { name: 'Save Currency Settings' }).click();
  await page.getByRole('status').getByText('Currency Settings Updated').waitFor();
  await page.getByText('Ginger ale pricing has been updated for dual-currency support').waitFor();
  await panel.waitFor({ state: 'hidden' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await row(page, 'Ginger ale').getByText('USD Only').waitFor({ state: 'hidden' });
  await row(page, 'Ginger ale').getByText('L$475.00').waitFor();
});

it('exports a list whose import changes nothing', async () => {
  const page = await inventory();
  const said = await page.getByText(/^Total Products \d+, Total Value /).textContent();
  const count = Number(said?.match(/\d+/)?.[0]);
  const download = page.waitForEvent('download');
  await pressTool(page, 'Export CSV');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^inventory-\d{4}-\d{2}-\d{2}\.csv$/);
  await dialog(page, 'Inventory').waitFor({ state: 'hidden' });
  const content = await readFile(await file.path(), 'utf8');
  await chooseFile(page, 'again.csv', content);
  await checked(page, 'Unchanged', String(count));
  await press(page, 'Import');
  await page.getByText('Import finished').waitFor();
  await page.getByText('0 new, 0 updated').waitFor();
});

it('shows all errors of an import, and imports the other rows if asked to', async () => {
  const page = await inventory();
  await chooseFile(page, 'bad.csv', 'name,price\nPiso,1.00\nGobachop,1.2345\n,2.00\n');
  await page.getByText('Line 3, price').waitFor();
  await page.getByText('Line 4, name').waitFor();
  await page.goto('/inventory');
  await page.getByLabel(SEARCH).fill('Piso');
  await page.getByText('No products found').waitFor();
  await chooseFile(page, 'bad.csv', 'name,price\nPiso,1.00\nGobachop,1.2345\n,2.00\n');
  await press(page, 'Import 1 of 3');
  await page.getByText('1 new, 0 updated').waitFor();
  await find(page, 'Piso');
});

it('asks what unknown columns are', async () => {
  const page = await inventory();
  await chooseFile(page, 'other.csv', 'Drink of the house,Asked for it\nPlum wine,2.00\n');
  await page.getByRole('heading', { name: 'What is in each column?' }).waitFor();
  await page.getByLabel('Drink of the house').selectOption('Name');
  await page.getByLabel('Asked for it').selectOption('USD Price');
  await expectAccessible(page);
  await press(page, 'Continue');
  await checked(page, 'New', '1');
  await press(page, 'Import');
  await page.getByText('1 new, 0 updated').waitFor();
  await find(page, 'Plum wine');
});

it('refuses a file that is no list', async () => {
  const page = await inventory();
  await chooseFile(page, 'menu.pdf', '%PDF');
  await page.getByText('Unable to import CSV data').waitFor();
  await page.getByText('Choose a .csv, .txt, .tsv or .xlsx file').waitFor();
});

it('opens the scanned product, and reports an unknown barcode', async () => {
  const page = await inventory();
  await add(page, { name: 'Vita malt', barcode: '5740600994219' });
  await find(page, 'Vita malt');
  await page.getByLabel(SEARCH).focus();
  await scan(page, '5740600994219');
  await dialog(page, 'Vita malt').waitFor();
  expect(await page.getByLabel(SEARCH).inputValue()).toBe('Vita malt');
  await dialog(page, 'Vita malt').getByRole('button', { name: 'Close' }).click();
  await scan(page, '9999999999994');
  await page.getByText('Unknown barcode 9999999999994').waitFor();
});

it('keeps the typed text while another phone changes the same product', async () => {
  const [mine, theirs] = [await inventory(), await inventory()];
  await add(mine, { name: 'Soda water', stock: '7' });
  await find(mine, 'Soda water');
  await find(theirs, 'Soda water');
  const panel = await open(mine, 'Soda water');
  await panel.getByRole('button', { name: 'Edit Product' }).click();
  await panel.getByLabel('Brand').fill('Aqua');
  await press(theirs, 'Soda water');
  await dialog(theirs, 'Soda water').getByRole('button', { name: '-5', exact: true }).click();
  await mine.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=stock]')?.value === '2');
  expect(await panel.getByLabel('Brand').inputValue()).toBe('Aqua');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByText('Drinks · Aqua').waitFor();
  await dialog(theirs, 'Soda water').getByText('Drinks · Aqua').waitFor();
  expect(await panel.locator('output').first().textContent()).toBe('2');
});

it('waits for a box that was killed, and changes the stock once', async () => {
  const page = await inventory();
  await add(page, { name: 'Coconut water', stock: '3' });
  await find(page, 'Coconut water');
  await press(page, 'Coconut water');
  const panel = dialog(page, 'Coconut water');
  await bar.kill();
  await panel.getByRole('button', { name: '+1', exact: true }).click();
  await panel.getByText('Waiting for the box…').waitFor();
  await bar.start();
  await panel.locator('output', { hasText: /^4$/ }).waitFor();
  await panel.getByText('Waiting for the box…').waitFor({ state: 'hidden' });
});

it('gives bartenders read access only', async () => {
  const page = await inventory('bartender');
  for (const name of [/^Add Product/, /^Edit /, /^Delete /, /^Set currency/, /CSV$/])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await rows(page).first().getByRole('button').click();
  await page.getByRole('dialog').getByText('Stock on hand').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Sold out tonight' }).waitFor();
  // With Close.
  expect(await page.getByRole('dialog').getByRole('button').count()).toBe(2);
  await press(page, 'Close');
  await press(page, 'More');
  const tools = dialog(page, 'Inventory');
  await tools.getByRole('button', { name: 'Menu QR code' }).waitFor();
  expect(await tools.getByRole('button').count()).toBe(2);
  expect(await tools.getByRole('link').count()).toBe(0);
});

it('says all figures in one line, and remembers that it is unfolded', async () => {
  const page = await inventory();
  await page
    .getByText(/^Total Products \d+, Total Value \$[\d,.]+, Low Stock \d+, Out of Stock \d+$/)
    .waitFor();
  await page.locator('summary').click();
  await page.getByText('Category breakdown').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText('Category breakdown').waitFor();
  await page.locator('summary').click();
  await page.getByText('Category breakdown').waitFor({ state: 'hidden' });
});

it('opens a product wherever its row is tapped, and no row lies under Add Product', async () => {
  const page = await inventory();
  const first = await rows(page).first().boundingBox();
  expect(first && first.height >= 56 && first.height < 70).toBe(true);
  if (first) await page.mouse.click(first.x + first.width - 12, first.y + first.height - 4);
  await page.getByRole('dialog').getByText('Stock on hand').waitFor();
  await press(page, 'Close');
  await page.getByRole('radio', { name: 'Cigars' }).check();
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [last, add] = await Promise.all([
    rows(page).last().boundingBox(),
    page.getByRole('button', { name: 'Add Product' }).boundingBox(),
  ]);
  expect(last && add && last.y + last.height <= add.y).toBe(true);
});

it("opens the menu's QR code in a new tab, for any table", async () => {
  const page = await inventory('bartender');
  const opened = page.context().waitForEvent('page');
  await pressTool(page, 'Menu QR code');
  const tab = await opened;
  const image = tab.getByRole('img', { name: /^QR code/ });
  await image.waitFor();
  await tab.getByLabel('Table').selectOption('5');
  await tab.waitForURL('**/qr?table=5');
  await tab.getByRole('img', { name: 'QR code of the menu for table 5' }).waitFor();
  await tab.waitForFunction(() => document.querySelector<HTMLImageElement>('main img')?.naturalWidth === 800);
  await tab.emulateMedia({ media: 'print' });
  expect(await tab.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
  expect(await image.isVisible()).toBe(true);
});

it('passes the accessibility checks in all its states', async () => {
  const page = await inventory();
  await expectAccessible(page);
  await rows(page).first().getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Stock movements' }).waitFor();
  await expectAccessible(page);
  await press(page, 'Update Stock');
  await press(page, 'Save Stock');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await press(page, 'Edit Product');
  await page.getByLabel('Name').fill('');
  await press(page, 'Save Changes');
  await expectAccessible(page);
  await press(page, 'Cancel');
  await page.getByRole('button', { name: /^Set currency/ }).click();
  await page.getByLabel('USD Price').fill('2');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expectAccessible(page);
  await press(page, 'Cancel');
  await page.keyboard.press('Escape');
  await press(page, 'More');
  await page.getByLabel('Sort by').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await chooseFile(page, 'bad.csv', 'name,price\n,2.00\n');
  await page.getByText('Line 2, name').waitFor();
  await expectAccessible(page);
  await page.goto('/qr?table=5');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await expectAccessible(page);
});

it('stays usable with two thousand products', async () => {
  const page = await inventory();
  const lines = Array.from({ length: 2000 }, (_, at) => `Bottle ${at},${29_000_000_0000 + at},1.00`);
  await chooseFile(page, 'long.csv', `name,barcode,price\n${lines.join('\n')}\n`);
  await checked(page, 'New', '2,000');
  await press(page, 'Import');
  await page.getByText('2000 new, 0 updated').waitFor();
  await rows(page).first().waitFor();
  await rows(page).nth(23).waitFor();
  expect(await rows(page).count()).toBe(24);
  for (const last of [33, 43, 53]) {
    await rows(page).last().scrollIntoViewIfNeeded();
    await rows(page).nth(last).waitFor();
  }
  expect(await rows(page).count()).toBeLessThan(100);
  await find(page, 'Bottle 1999');
  expect(await rows(page).count()).toBe(1);
});
