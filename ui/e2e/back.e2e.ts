/** The back button closes the topmost dialog and stays on the page, and what was typed in a form is kept. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, freeTable, productOf } from './support/api';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';

const GUEST = 'Yama Of The Tests';

let bar: Bar;
/** The table where the guest has ordered: `Table 3`. */
let table: string;
beforeAll(async () => {
  bar = await openBar();
  const admin = await apiAs(bar, 'admin');
  const { id: productId } = await productOf(admin, 'Club Beer');
  const { id: tableId, tableNumber } = await freeTable(admin);
  const items = [{ productId, quantity: 1 }];
  await admin.send('POST', '/api/orders', { customerName: GUEST, orderType: 'dine_in', tableId, items });
  await admin.send('POST', '/api/credit', { customerName: GUEST, productId, quantity: 1 });
  table = `Table ${tableNumber}`;
});
afterAll(() => bar?.close());

/** What to press, one after the other, to open the dialogs of a screen. Back must close one for each. */
const dialogsOf = (): [path: string, ...names: (string | RegExp)[]][] => [
  ['/inventory', 'Add Product'],
  ['/inventory', /^Club Beer$/, 'Update Stock'],
  ['/sales', 'Quick Sale'],
  ['/credit', 'Add Credit'],
  ['/customer-tab', GUEST, 'Partial Payment'],
  ['/customer-tab', GUEST, 'Add Items'],
  ['/table-service', 'New Drink Order', 'Select Drinks'],
  ['/table-service', table, 'Pay'],
  ['/table-service', table, /^More for /],
  ['/receipts', 'View'],
  ['/admin', 'Create User'],
];

async function openScreen(page: Page, path: string) {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

const dialogs = (page: Page) => page.getByRole('dialog');
const opensTo = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('dialog[open]').length === wanted, count);
/** The history has come to rest: its state names as many dialogs as are open. */
const atRest = (page: Page) =>
  page.waitForFunction(
    () => (history.state?.dialogs ?? 0) === document.querySelectorAll('dialog[open]').length,
  );

/** The place of the current entry in the history. */
const entryOf = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation.currentEntry
        .index,
  );

describe('back', () => {
  it('closes every dialog of every screen and stays on the page', async () => {
    const page = await newPhone(bar, PHONE);
    await signIn(page, 'admin');
    for (const [path, ...names] of dialogsOf()) {
      await openScreen(page, path);
      const entry = await entryOf(page);
      for (const [index, name] of names.entries()) {
        const scope = index === 0 ? page : dialogs(page).last();
        await scope.getByRole('button', { name, exact: true }).first().click();
        await dialogs(page).nth(0).waitFor();
        await atRest(page);
      }
      for (let left = await dialogs(page).count(); left > 0; left--) {
        await page.goBack();
        await opensTo(page, left - 1);
        await atRest(page);
      }
      expect([path, new URL(page.url()).pathname]).toEqual([path, path]);
      expect(await page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
      expect(await entryOf(page)).toBe(entry);
    }
  });

  it('leaves the page after a dialog was closed with its button, and after a jump', async () => {
    const page = await newPhone(bar, PHONE);
    await signIn(page, 'bartender');
    await page.goto('/sales');
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New Drink Order' }).first().click();
    await page.getByRole('button', { name: 'Close' }).click();
    await opensTo(page, 0);
    await atRest(page);
    await page.evaluate(() => {
      const jump = document.createElement('a');
      jump.href = '#orders';
      document.querySelector('main')?.append(jump);
      jump.click();
    });
    await page.goBack();
    await page.waitForURL('**/sales');
  });

  it('neither opens a dialog with forward nor after a reload', async () => {
    const page = await newPhone(bar, PHONE);
    await signIn(page, 'manager');
    await openScreen(page, '/inventory');
    await page.getByRole('button', { name: 'Add Product' }).first().click();
    await atRest(page);
    await page.goBack();
    await opensTo(page, 0);
    await page.evaluate(() => history.forward());
    await atRest(page);
    expect(await dialogs(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Add Product' }).first().click();
    await atRest(page);
    await page.reload();
    await atRest(page);
    expect(new URL(page.url()).pathname).toBe('/inventory');
  });
});

it('keeps what was typed over closing and a reload, for its user alone, until Discard', async () => {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'manager');
  const openForm = async () => {
    await openScreen(page, '/inventory');
    await page.getByRole('button', { name: 'Add Product' }).first().click();
    return dialogs(page).getByLabel('Name', { exact: true });
  };
  await (await openForm()).fill('Palm wine');
  await page.goBack();
  expect(await (await openForm()).inputValue()).toBe('Palm wine');
  await page.reload();
  await page.goto('/logout');
  await signIn(page, 'admin');
  expect(await (await openForm()).inputValue()).toBe('');
  await page.goto('/logout');
  await signIn(page, 'manager');
  const name = await openForm();
  expect(await name.inputValue()).toBe('Palm wine');
  await dialogs(page).getByRole('button', { name: 'Discard' }).click();
  expect(await name.inputValue()).toBe('');
});
