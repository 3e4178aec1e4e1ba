/** Taps for the frequent jobs behind the bar and at tables, counted on a phone. docs/developer/taps.md compares them with those of version 0.1. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf, type Table } from './support/api';
import { type Bar, newTouchPhone, openBar } from './support/box';
import { type FakePrinter, openPrinter } from './support/printer';
import { dialogOf, named, option, phoneOn, pressable, screenLink, tile, type Who } from './support/taps';

let bar: Bar;
let api: Api;
let printer: FakePrinter;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  api = await apiAs(bar, 'admin');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

const phoneAt = (path: string, who: Who) => phoneOn(bar, path, who);

it('two items for a $20 note, with change in Liberian dollars: 5', async () => {
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  const bar = page.locator('.actionbar');
  await tap(tile(page, 'Club Beer'));
  await tap(tile(page, 'Heineken'));
  await tap(bar.locator('label').filter({ hasText: /^\$20$/ }));
  await tap(bar.getByRole('button', { name: /^Change L\$/ }));
  await tap(page.getByRole('button', { name: 'Process Sale' }));
  const change = page.locator('.sold').getByText(/^L\$[\d,]+$/);
  await change.waitFor();
  expect(counted.taps).toBe(5);
});

it('two items for exact cash: 3', async () => {
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  await tap(tile(page, 'Club Beer'));
  await tap(tile(page, 'Heineken'));
  await tap(pressable(page, 'Process Sale'));
  await page.locator('.sold').waitFor();
  expect(counted.taps).toBe(3);
});

it('two items by MTN MoMo, with its reference: 7, and the reference', async () => {
  const { methods } = await api.get<{ methods: object[] }>('/api/settings');
  const momo = { name: 'MTN MoMo', kind: 'mobile', currencies: ['USD', 'LRD'], referenceRequired: true };
  await api.send('PUT', '/api/settings', { methods: [...methods, momo] });
  const { page, tap, choose, type, counted } = await phoneAt('/bartender', 'bartender');
  await tap(tile(page, 'Club Beer'));
  await tap(tile(page, 'Heineken'));
  await tap(page.getByRole('button', { name: 'Open cart' }));
  const cart = dialogOf(page, 'Cart');
  await choose(cart.getByLabel('Payment Method'), 'MTN MoMo');
  await tap(cart.getByLabel('Reference'));
  await type('8842017731');
  await tap(pressable(cart, 'Process Sale'));
  await page.locator('.sold').waitFor();
  expect([counted.taps, counted.keys]).toEqual([7, 10]);
});

it('a new tab with one drink: 4, and the name', async () => {
  const { page, tap, counted } = await phoneAt('/customer-tab', 'bartender');
  await tap(page.getByRole('button', { name: 'New tab' }));
  const dialog = page.getByRole('dialog', { name: 'New tab' });
  await tap(dialog.getByLabel('Customer Name'));
  await page.keyboard.type('Zinnah Brown');
  const beer = dialog.getByRole('listitem').filter({ has: named(page, 'Club Beer') });
  await tap(beer.getByRole('button'));
  await tap(dialog.getByRole('button', { name: 'Open tab' }));
  await page.getByText('Added to tab').waitFor();
  expect(counted.taps).toBe(4);
});

it('the cart on an open tab: 4', async () => {
  const { id } = await productOf(api, 'Heineken');
  await api.send('POST', '/api/credit', { customerName: 'Yassa Open', productId: id, quantity: 1 });
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  await tap(tile(page, 'Club Beer'));
  await tap(page.getByRole('button', { name: 'Open cart' }));
  await tap(page.getByRole('button', { name: 'Put on tab' }));
  const sheet = page.getByRole('dialog', { name: 'Put on tab' });
  await tap(sheet.getByRole('button').filter({ has: named(page, 'Yassa Open') }));
  await page.getByText('Yassa Open’s tab').waitFor();
  expect(counted.taps).toBe(4);
});

it('a part payment of L$500 on a tab: 4', async () => {
  const { id } = await productOf(api, 'Heineken');
  await api.send('POST', '/api/credit', { customerName: 'Saye Dahn', productId: id, quantity: 5 });
  const { page, tap, counted } = await phoneAt('/customer-tab', 'bartender');
  await tap(page.getByRole('button', { name: 'Saye Dahn' }));
  const customer = page.getByRole('dialog', { name: 'Saye Dahn' });
  await tap(customer.getByRole('button', { name: 'Partial Payment' }));
  const sheet = page.getByRole('dialog', { name: 'Partial Payment' });
  await tap(option(sheet, /^L\$500$/));
  await tap(sheet.getByRole('button', { name: 'Record Payment' }));
  await page.getByText(/Received L\$500\. Still owed /).waitFor();
  expect(counted.taps).toBe(4);
});

it('an earlier receipt again: 3', async () => {
  const { page, tap, counted } = await phoneAt('/bartender', 'bartender');
  const [last] = await api.get<{ receiptNumber: string }[]>('/api/receipts?limit=1');
  await tap(screenLink(page, 'Receipts'));
  await tap(page.getByRole('button', { name: 'View' }).first());
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await tap(receipt.getByRole('button', { name: 'Print', exact: true }));
  await printer.waitUntilPrinted(last?.receiptNumber ?? '');
  expect(counted.taps).toBe(3);
});

it('the takings of last night: 2', async () => {
  const { page, tap, counted } = await phoneAt('/admin', 'admin');
  const { heatMap } = await api.get<{ heatMap: { date: string }[] }>('/api/sales/analytics');
  await tap(screenLink(page, 'Reports'));
  await tap(page.locator('label').filter({ hasText: /^Last night$/ }));
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe(heatMap.at(-2)?.date);
  const takings = page.getByRole('region', { name: 'Takings', exact: true }).locator('tbody tr').first();
  await takings.waitFor();
  expect(counted.taps).toBe(2);
});

it('twenty prices: 4, the digits, and the Next key between them', async () => {
  const PRICES = 20;
  const { page, tap, type, counted } = await phoneAt('/inventory', 'manager');
  await tap(page.getByRole('button', { name: 'More' }));
  await tap(page.getByRole('link', { name: 'Price list' }));
  const fields = page.locator('input[name="priceUSD"]');
  await fields.nth(PRICES - 1).waitFor();
  const before = await api.get<{ name: string; effectivePriceUSD: string }[]>('/api/products');
  const expected = new Map<string, string>();
  for (let at = 0; at < PRICES; at += 1) {
    const label = (await fields.nth(at).getAttribute('aria-label')) ?? '';
    const name = label.replace('USD Price of ', '');
    const now = Number(before.find((product) => product.name === name)?.effectivePriceUSD);
    // A change of more than half is asked about.
    const price = (Math.round(now * 104 + 2) / 100).toFixed(2);
    expected.set(name, price);
    if (at === 0) await tap(fields.first());
    else await page.keyboard.press('Enter');
    await type(price);
  }
  await tap(page.getByRole('button', { name: `Save ${PRICES} changes` }));
  await page.getByText('Prices saved').waitFor();
  expect(counted.taps).toBe(4);
  const after = await api.get<{ name: string; priceUSD: string | null }[]>('/api/products');
  for (const [name, price] of expected)
    expect(after.find((product) => product.name === name)?.priceUSD, name).toBe(price);
});

it('a new person, invited, at the first screen: 7, and 26 typed', async () => {
  const { page, tap, counted } = await phoneAt('/admin?show=users', 'admin');
  let typed = 0;
  const type = async (on: Page, text: string) => {
    typed += text.length;
    await on.keyboard.type(text);
  };
  await tap(page.getByRole('button', { name: 'Create User' }));
  const form = dialogOf(page, 'Create User');
  await tap(form.getByLabel('Username'));
  await type(page, 'hawa');
  await tap(pressable(form, 'Create User'));
  const invitation = dialogOf(page, 'Invite hawa');
  const code = (await invitation.locator('.letters').textContent()) ?? '';

  // The phone's camera opens the address of the QR code.
  const phone = await newTouchPhone(bar);
  await phone.goto(`/join#${code.replace('-', '')}`);
  await tap(phone.getByLabel('New Password', { exact: true }));
  await type(phone, 'palm-wine-7');
  await tap(phone.getByLabel('Confirm New Password'));
  await type(phone, 'palm-wine-7');
  await tap(phone.getByRole('button', { name: 'Start', exact: true }));
  await phone.getByText('You are hawa').waitFor();
  await tap(pressable(invitation, 'Done'));
  expect([counted.taps, typed]).toEqual([7, 26]);
});

const PLACES = { 'Club Beer': 2, Heineken: 1, 'Pepper soup': 1 };

/** A table with an order of $19.00 or so, as the sheet of a table places it. */
async function tableWithGuests(): Promise<Table> {
  const table = await freeTable(api);
  const items = [];
  for (const [name, quantity] of Object.entries(PLACES))
    items.push({ productId: (await productOf(api, name)).id, quantity });
  const order = { orderType: 'dine_in', customerName: 'Ma Kou', tableId: table.id, items };
  const bartender = await apiAs(bar, 'bartender');
  await bartender.send('POST', '/api/orders', order);
  return table;
}

it('a round of six items at a free table: 8', async () => {
  const { id, tableNumber } = await freeTable(api);
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await tap(pressable(page, `Table ${tableNumber}`));
  const sheet = dialogOf(page, `Table ${tableNumber}`);
  const tiles = sheet.locator('.tile:enabled');
  for (let at = 0; at < 6; at += 1) await tap(tiles.nth(at % 3));
  await tap(pressable(sheet, 'Create Drink Order'));
  await page.getByText('Order created').waitFor();
  expect(counted.taps).toBe(8);
  const orders = await api.get<{ tableId: number; items: { quantity: number }[] }[]>('/api/orders');
  const placed = orders.find(({ tableId }) => tableId === id);
  expect(placed?.items.map(({ quantity }) => quantity)).toEqual([2, 2, 2]);
});

it('another round of four items: 6 from the bill of the table, 7 from Tables', async () => {
  const { tableNumber } = await tableWithGuests();
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await tap(pressable(page, `Table ${tableNumber}`));
  const bill = dialogOf(page, `Table ${tableNumber}`);
  const onBill = counted.taps;
  await tap(pressable(bill, 'Add items'));
  const sheet = dialogOf(page, 'Add items');
  const again = sheet.getByRole('region', { name: 'Again' });
  for (const name of ['Club Beer', 'Club Beer', 'Heineken', 'Pepper soup'])
    await tap(pressable(again, `Add ${name}`));
  await tap(pressable(sheet, 'Send'));
  await page.getByText('Added to the order').waitFor();
  await bill.getByText('Round 1').waitFor();
  expect([counted.taps - onBill, counted.taps]).toEqual([6, 7]);
});

it('three equal parts by card, mobile money and cash with change, from the bill of the table: 11', async () => {
  const { tableNumber } = await tableWithGuests();
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await pressable(page, `Table ${tableNumber}`).tap();
  await tap(pressable(dialogOf(page, `Table ${tableNumber}`), 'Split'));
  await tap(pressable(page, 'In 3 equal parts'));
  await page.getByText('Part 3', { exact: true }).waitFor();
  const pay = dialogOf(page, 'Process Payment');

  await tap(option(page, /^\$ by card/));
  await tap(pressable(page, 'Take Part 1'));
  await tap(pressable(pay, 'Process Payment'));
  await page.getByRole('img', { name: '1 of 3 parts paid' }).waitFor();

  await tap(pressable(page, 'Take Part 2'));
  await tap(option(pay, /^Mobile$/));
  await tap(pressable(pay, 'Process Payment'));
  await page.getByRole('img', { name: '2 of 3 parts paid' }).waitFor();

  await tap(pressable(page, 'Take Part 3'));
  await tap(option(pay, /^\$10$/));
  await tap(pressable(pay, 'Process Payment'));
  await page.locator('.paid-report .big').waitFor();
  expect(counted.taps).toBe(11);
});

it('three bills by item before paying, from the bill of the table: 5', async () => {
  const { tableNumber } = await tableWithGuests();
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await pressable(page, `Table ${tableNumber}`).tap();
  await tap(pressable(dialogOf(page, `Table ${tableNumber}`), 'Split'));
  await tap(pressable(page, 'One Heineken to bill 2'));
  await tap(pressable(page, 'Add Bill'));
  await tap(pressable(page, 'One Pepper soup to bill 3'));
  await tap(pressable(page, 'Split into 3 Bills'));
  await page.getByRole('heading', { name: '3 bills' }).waitFor();
  expect(counted.taps).toBe(5);
});

it('a walk-out asked of a manager (Tables): 6, and 2 to approve', async () => {
  await api.send('PUT', '/api/settings', { approvals: { rules: { walk_out: 'approve' } } });
  const { tableNumber } = await tableWithGuests();
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  const boss = await phoneAt('/sales', 'manager');
  await tap(pressable(page, `Table ${tableNumber}`));
  await tap(pressable(dialogOf(page, `Table ${tableNumber}`), /^More for /));
  await tap(pressable(dialogOf(page, /^Order #/), 'Walk-out'));
  const sheet = dialogOf(page, 'Walk-out');
  await tap(option(sheet, /^Left without paying$/));
  await tap(pressable(sheet, 'Record Walk-out'));
  await tap(pressable(dialogOf(page, 'Approval needed'), 'Ask a manager'));
  await boss.tap(pressable(boss.page, 'Look'));
  await boss.tap(pressable(dialogOf(boss.page, 'Approve?'), 'Approve'));
  await page.getByText('Walk-out recorded').waitFor();
  expect([counted.taps, boss.counted.taps]).toEqual([6, 2]);
});

it('a table moved: 4', async () => {
  const { tableNumber } = await tableWithGuests();
  const to = await freeTable(api);
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await tap(pressable(page, `Table ${tableNumber}`));
  await tap(pressable(dialogOf(page, `Table ${tableNumber}`), /^More for /));
  await tap(pressable(dialogOf(page, /^Order #/), 'Move Table'));
  await tap(pressable(dialogOf(page, 'Move Table'), `Table ${to.tableNumber} · Available`));
  await page.getByText('Table moved').waitFor();
  expect(counted.taps).toBe(4);
});

it('ten percent off asked of a manager, from the bill of the table: 5', async () => {
  await api.send('PUT', '/api/settings', { approvals: { rules: { discount: 'approve' } } });
  const { tableNumber } = await tableWithGuests();
  const { page, tap, counted } = await phoneAt('/table-service', 'bartender');
  await pressable(page, `Table ${tableNumber}`).tap();
  await tap(pressable(dialogOf(page, `Table ${tableNumber}`), /^More for /));
  await tap(pressable(dialogOf(page, /^Order #/), 'Discount'));
  const sheet = dialogOf(page, 'Discount');
  await tap(option(sheet, /^Regular guest$/));
  await tap(pressable(sheet, 'Apply Discount'));
  await tap(pressable(dialogOf(page, 'Approval needed'), 'Ask a manager'));
  await page.getByText('Waiting for a manager…').waitFor();
  expect(counted.taps).toBe(5);
});
