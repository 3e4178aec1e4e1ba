/** Staff: the bar's reasons, from the list to the record. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

interface Sale {
  id: number;
  receiptNumber: string;
  voidReason: string | null;
  voidReasonName: string | null;
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'manager' | 'bartender', path: string): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
const fromMenu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
async function sellsBeer(): Promise<Sale> {
  const { id } = await productOf(api, 'Club Beer');
  return api.send<Sale>('POST', '/api/sales', { productId: id, quantity: 1 });
}
const saleNow = async ({ id, receiptNumber }: Sale) =>
  (await api.get<Sale[]>(`/api/sales?q=${receiptNumber}`)).find((sale) => sale.id === id);

it('lets a manager add a reason, void with it, and hide it', async () => {
  const name = uniqueName('No bubbles');
  const page = await phoneOf('manager', '/sales');
  await fromMenu(page, 'Staff');
  await page.getByRole('link', { name: 'Reasons' }).waitFor();
  await page.getByRole('heading', { name: 'Voids and refunds' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Reason' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Reason' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Asks for a note').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Reason' }).click();
  await page.getByText('Reason added').waitFor();

  const sale = await sellsBeer();
  await page.goto('/receipts');
  await page.locator('li', { hasText: sale.receiptNumber }).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByRole('button', { name: /^Void 1 ×/ }).click();
  const ask = page.getByRole('dialog', { name: 'Void an Item' });
  await ask.getByText(name).click();
  expect(await ask.getByLabel('Return the items to stock').isChecked()).toBe(false);
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await ask.getByText('Please add a note to this reason').waitFor();
  await ask.getByLabel('Note').fill('stood open all night');
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByText('Item voided').waitFor();
  expect(await saleNow(sale)).toMatchObject({ voidReason: 'stood open all night', voidReasonName: name });

  await page.goto('/staff/reasons');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('dialog', { name: 'Edit Reason' }).getByLabel('Offered to choose').uncheck();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Reason saved').waitFor();
  await page.locator('li', { hasText: name }).getByText('Hidden').waitFor();
  expect(await saleNow(sale)).toMatchObject({ voidReasonName: name });
});

it('lets an admin allow only the list, which another phone follows at once', async () => {
  const manager = await phoneOf('manager', '/receipts');
  const sale = await sellsBeer();
  await manager.locator('li', { hasText: sale.receiptNumber }).getByRole('button', { name: /^View/ }).click();
  await manager.getByRole('button', { name: 'Void an Item' }).click();
  await manager.getByRole('button', { name: /^Void 1 ×/ }).click();
  const ask = manager.getByRole('dialog', { name: 'Void an Item' });
  await ask.getByLabel('Reason', { exact: true }).waitFor();

  const admin = await phoneOf('admin', '/settings/people');
  await admin.getByLabel('Reasons may be written').click();
  await admin.getByText('Reasons are chosen from the list').waitFor();
  await expectAccessible(admin);
  await ask.getByLabel('Reason', { exact: true }).waitFor({ state: 'detached' });
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await ask.getByText('Please choose a reason').waitFor();
  await ask.getByText('Wrong item').click();
  await expectAccessible(manager);
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await manager.getByText('Item voided').waitFor();
  expect(await saleNow(sale)).toMatchObject({ voidReason: 'Wrong item', voidReasonName: 'Wrong item' });
  await admin.getByLabel('Reasons may be written').click();
  await admin.getByText('Reasons may be written').nth(1).waitFor();
});

it('is not for bartenders', async () => {
  const page = await phoneOf('bartender', '/sales');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Staff' }).count()).toBe(0);
  await page.goto('/staff');
  await page.getByText('You need another account for this page').waitFor();
});
