/** Taps for the frequent jobs of those who lock up and who own, counted on a phone. docs/developer/taps.md compares them. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { type Bar, FIRST_PASSWORD, newTouchPhone, openBar, PHONE } from './support/box';
import { enrolledDevice, hire, isIn, tileOf } from './support/devices';
import { dialogOf, fingerOn, option, phoneOn, pressable, screenLink, tile, type Who } from './support/taps';

let bar: Bar;
let admin: Api;
let manager: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  manager = await apiAs(bar, 'manager');
});
afterAll(() => bar?.close());

const phoneAt = (path: string, who: Who) => phoneOn(bar, path, who);
type Phone = Awaited<ReturnType<typeof phoneAt>>;

/** Opens the account menu, and an entry of it. */
async function fromMenu({ page, tap }: Phone, entry: string): Promise<void> {
  await tap(page.getByRole('button', { name: /^Account/ }));
  await tap(page.getByRole('menuitem', { name: entry, exact: true }));
}

it('a PIN sign-in on the tablet: 6', async () => {
  const musa = await hire(bar, admin, 'Musa');
  const { page } = await enrolledDevice(bar, manager, { userIds: [musa.id] }, PHONE);
  const counted = { taps: 0 };
  const tap = async (target: Locator) => {
    counted.taps += 1;
    await target.click();
  };
  await tap(tileOf(page, musa));
  for (const digit of musa.pin) await tap(pressable(page, digit));
  await tap(pressable(page, 'Enter'));
  await isIn(page);
  expect(counted.taps).toBe(6);
});

it('a line voided of two days ago (any screen): 7, and the number of the receipt', async () => {
  const receipts = await admin.get<{ receiptNumber: string; totalUSD: string }[]>('/api/receipts?limit=100');
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const number = receipts.find(({ receiptNumber }) =>
    receiptNumber.startsWith(`R-${twoDaysAgo.replaceAll('-', '')}`),
  )?.receiptNumber;
  const { page, tap, type, counted } = await phoneAt('/inventory', 'manager');
  await tap(screenLink(page, 'Receipts'));
  await tap(page.getByRole('searchbox', { name: 'Search receipts' }));
  await type(number ?? 'none of two days ago');
  await page.getByText(number ?? '', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'View' }).count()).toBe(1);
  await tap(page.getByRole('button', { name: 'View' }));
  await tap(page.getByRole('button', { name: 'Void an Item' }));
  const lines = dialogOf(page, 'Void an Item');
  await tap(lines.getByRole('button', { name: /^Void \d/ }).first());
  await tap(option(lines, /^Wrong item$/));
  await tap(lines.getByRole('button', { name: 'Void an Item' }));
  await page
    .locator('.toast')
    .getByText(/Give the guest/)
    .waitFor();
  expect(counted.taps).toBe(7);
});

it('what is owed (any screen): 1', async () => {
  const { page, tap, counted } = await phoneAt('/inventory', 'manager');
  await tap(screenLink(page, 'Credit'));
  await page.getByText(/^\d+ customers?$/).waitFor();
  expect(counted.taps).toBe(1);
});

it('the truth sheet of last night (any screen): 3', async () => {
  const phone = await phoneAt('/sales', 'manager');
  await fromMenu(phone, 'Truth sheet');
  await phone.tap(phone.page.getByRole('button', { name: 'The night before' }));
  await phone.page.getByText('Sold', { exact: true }).first().waitFor();
  expect(phone.counted.taps).toBe(3);
});

it('sales for the accountant as a file (any screen): 4', async () => {
  const { page, tap, counted } = await phoneAt('/sales', 'admin');
  await tap(screenLink(page, 'Reports'));
  await tap(option(page, /^Last month$/));
  await tap(page.getByRole('button', { name: 'Download Recent Sales with Customers' }));
  const file = page.waitForEvent('download');
  await tap(page.getByRole('menuitem', { name: 'CSV' }));
  expect((await file).suggestedFilename()).toMatch(/^sales-.*\.csv$/);
  expect(counted.taps).toBe(4);
});

/** What is in the drawer, with the field of each note. */
const PIECES = [
  { currency: 'USD', value: '20.00', quantity: 3, field: '$20' },
  { currency: 'USD', value: '5.00', quantity: 4, field: '$5' },
  { currency: 'LRD', value: '1000.00', quantity: 12, field: 'L$1,000' },
  { currency: 'LRD', value: '100.00', quantity: 7, field: 'L$100' },
] as const;

/** Opens a shift of the drawer with them, as the bartender. */
async function opensShift(): Promise<void> {
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer' } });
  const pieces = PIECES.map(({ field: _, ...piece }) => piece);
  const count = { amountUSD: '80.00', amountLRD: '12700.00', pieces };
  await (await apiAs(bar, 'bartender')).send('POST', '/api/shifts', { tillId: 1, count });
}

async function typesPieces({ page, tap, type }: Phone): Promise<void> {
  for (const { field, quantity, currency } of PIECES) {
    const other = page.getByRole('radio', { name: currency === 'LRD' ? /Liberian dollars/ : /US dollars/ });
    if (!(await other.isChecked())) await tap(option(page, /Liberian dollars/));
    await tap(page.getByRole('textbox', { name: field, exact: true }));
    await type(String(quantity));
  }
}

it('a drawer of four kinds of notes handed over: 10, and 3 for the colleague; counted and closed: 8', async () => {
  await opensShift();
  const phone = await phoneAt('/drawer', 'bartender');
  await phone.tap(pressable(phone.page, 'Hand Over'));
  await typesPieces(phone);
  await phone.choose(phone.page.getByLabel('Hand over to'), /^manager/i);
  await phone.tap(pressable(phone.page, 'Submit Count'));
  await phone.page.getByText('Counted, thank you').waitFor();
  await phone.tap(pressable(phone.page, 'Done'));

  const colleague = await phoneAt('/sales', 'manager');
  await fromMenu(colleague, 'Drawer');
  await colleague.tap(pressable(colleague.page, 'Confirm'));
  await colleague.page.getByText('You took over').waitFor({ state: 'detached' });
  expect([phone.counted.taps, colleague.counted.taps]).toEqual([10, 3]);

  const closing = await phoneAt('/drawer', 'manager');
  await closing.tap(pressable(closing.page, 'Count and Close'));
  await typesPieces(closing);
  await closing.tap(pressable(closing.page, 'Submit Count'));
  await closing.page.getByText('Exact', { exact: true }).waitFor();
  await closing.tap(pressable(closing.page, 'Done'));
  expect([closing.counted.taps, closing.counted.keys]).toEqual([8, 5]);
});

it('whether the drawer was right (any screen): 3', async () => {
  const phone = await phoneAt('/sales', 'manager');
  await fromMenu(phone, 'Shifts');
  await phone.tap(phone.page.getByRole('link', { name: /^Z-/ }).first());
  await phone.page
    .getByText(/should be/)
    .first()
    .waitFor();
  expect(phone.counted.taps).toBe(3);
});

it('tax switched on with the suggested rates (its page in the settings): 4, and the TIN', async () => {
  const { page, tap, type, counted } = await phoneAt('/settings/tax', 'admin');
  await tap(page.getByRole('switch', { name: 'Tax', exact: true }));
  await tap(pressable(page, 'Fill in suggested rates'));
  await tap(page.getByLabel('TIN', { exact: true }));
  await type('500123456');
  await tap(pressable(page, 'Save'));
  await page.getByText('From 1 Jan 2027: VAT 18 %').waitFor();
  expect([counted.taps, counted.keys]).toEqual([4, 9]);
});

/** A list as a spreadsheet saves it. */
const LIST = 'name,price,stock,category\nClub Beer,2.00,48,drinks\nPepper soup,5.00,,food\n';

it('an empty bar, its list imported, and the first sale (sign-in): 14, and 37 typed', async () => {
  const empty = await openBar({ demo: false });
  try {
    const page = await newTouchPhone(empty);
    const { tap, type, counted } = fingerOn(page);
    await page.goto('/login');
    await tap(page.getByLabel('Username'));
    await type('admin');
    await tap(page.getByLabel('Password', { exact: true }));
    await type(FIRST_PASSWORD);
    await tap(pressable(page, 'Sign In'));
    const change = dialogOf(page, 'Change Password');
    await tap(change.getByLabel('New Password', { exact: true }));
    await type('palm-wine');
    await tap(change.getByLabel('Confirm New Password'));
    await type('palm-wine');
    await tap(pressable(change, 'Change Password'));
    await tap(page.getByRole('link', { name: 'Add your products' }));
    await tap(page.getByRole('link', { name: 'Import CSV' }));
    const chooser = page.waitForEvent('filechooser');
    await tap(page.getByLabel('Choose file'));
    await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) });
    await tap(pressable(page, 'Import'));
    await page.getByText('Import finished').waitFor();
    await tap(screenLink(page, 'Sales'));
    await tap(page.getByRole('link', { name: 'Quick Service' }));
    await tap(tile(page, 'Club Beer'));
    await tap(pressable(page, 'Process Sale'));
    await page.locator('.sold').waitFor();
    expect([counted.taps, counted.keys]).toEqual([14, 37]);
  } finally {
    await empty.close();
  }
});

/** Types into a field of the sheet that changes the stock of a product, saves, and closes the product. */
async function changesStock({ page, tap, type }: Phone, name: string, field: string, text: string) {
  await tap(page.getByRole('button', { name, exact: true }));
  await tap(dialogOf(page, name).getByRole('button', { name: 'Update Stock' }));
  const form = dialogOf(page, 'Update Stock');
  await tap(form.getByLabel(field, { exact: true }));
  await type(text);
  await tap(pressable(form, 'Save Stock'));
  await form.waitFor({ state: 'detached' });
  await tap(dialogOf(page, name).getByRole('button', { name: 'Close' }));
}

it('items counted (Inventory): 5 each, and their digits', async () => {
  const phone = await phoneAt('/inventory', 'manager');
  const counts = { 'Club Beer': '123', Heineken: '101', 'Coca-Cola': '104' };
  for (const [name, count] of Object.entries(counts)) await changesStock(phone, name, 'Counted', count);
  expect([phone.counted.taps, phone.counted.keys]).toEqual([5 * 3, 3 * 3]);
  for (const [name, count] of Object.entries(counts))
    expect((await productOf(admin, name)).stock, name).toBe(Number(count));
});

it('a delivery of ten crates of one beer (Inventory): 5, and 3 digits', async () => {
  const { stock } = await productOf(admin, 'Club Beer');
  const phone = await phoneAt('/inventory', 'manager');
  await changesStock(phone, 'Club Beer', 'Add or remove', '240');
  expect([phone.counted.taps, phone.counted.keys]).toEqual([5, 3]);
  expect((await productOf(admin, 'Club Beer')).stock).toBe(stock + 240);
});
