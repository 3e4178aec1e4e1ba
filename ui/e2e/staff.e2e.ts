/** Staff: the bar's reasons, from the list to the record, and working hours, from the question at sign-in to the correction. */
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
  await page.getByRole('link', { name: 'Reasons' }).click();
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
  // The bar has no clock yet.
  for (const name of ['Staff', 'My hours and tips']) {
    expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
  }
  for (const path of ['/staff', '/staff/reasons', '/staff/hours', '/staff/exceptions']) {
    await page.goto(path);
    await page.getByText('You need another account for this page').waitFor();
  }
});

it('tells in sentences what is worth a look, and follows what happens', async () => {
  const bartender = await apiAs(bar, 'bartender');
  const { id } = await productOf(api, 'Club Beer');
  const items = [
    { productId: id, quantity: 1 },
    { productId: id, quantity: 1 },
  ];
  const order = await bartender.send<{ id: number; items: { id: number }[] }>('POST', '/api/orders', {
    customerName: 'Musu',
    orderType: 'takeout',
    items,
  });
  const path = `/api/orders/${order.id}`;
  await bartender.send('PATCH', `${path}/status`, { status: 'preparing' });
  await bartender.send('DELETE', `${path}/items/${order.items[0]?.id}`, {});

  const page = await phoneOf('manager', '/sales');
  await fromMenu(page, 'Staff');
  await page.getByRole('link', { name: 'Exceptions' }).click();
  const person = page.getByRole('region', { name: 'Bartender' });
  await person
    .getByText(/^Bartender took 1 sent item off an order \(\$[\d.]+\) in [\d,]+ receipts/)
    .waitFor();
  await expectAccessible(page);
  // Another phone takes the other one off, and the sentence follows.
  await bartender.send('DELETE', `${path}/items/${order.items[1]?.id}`, {});
  await person.getByText(/^Bartender took 2 sent items off orders/).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^exceptions-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await page.getByText('Nothing to report', { exact: true }).waitFor();
  await expectAccessible(page);
});

it('shows a bar without the clock where it is switched on', async () => {
  const page = await phoneOf('admin', '/staff/hours');
  await page.getByText('No hours yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Switch it on in Settings' }).click();
  await page.getByLabel('Staff clock in and out').click();
  await page.getByLabel('Breaks are paid').waitFor();
  await expectAccessible(page);
});

it('asks who signs in first whether to clock in, and counts breaks', async () => {
  await api.send('PUT', '/api/settings', { clock: { mode: 'on' } });
  const username = uniqueName('fatu');
  const account = { username, password: 'long enough', role: 'bartender', mustChangePassword: false };
  await api.send('POST', '/api/users', account);
  const page = await newPhone(bar);
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const question = page.getByRole('dialog', { name: 'Clock in now?' });
  await question.getByRole('button', { name: 'Not now' }).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Clock in' }).click();
  await page.getByText('You are clocked in').waitFor();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  await fromMenu(page, 'My hours and tips');
  await page.getByRole('heading', { name: /^Working since/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take a break' }).click();
  await page.getByRole('heading', { name: /^On a break since/ }).waitFor();
  await page.getByRole('button', { name: 'Back to work' }).click();
  await page.getByRole('button', { name: 'Clock out' }).click();
  await page.getByRole('heading', { name: 'You are clocked out' }).waitFor();
  await page.getByText('0 min paid').waitFor();
  await expectAccessible(page);

  const manager = await phoneOf('manager', '/staff/hours');
  await manager.getByRole('row', { name: new RegExp(username) }).waitFor();
  await expectAccessible(manager);
  await manager.getByRole('button', { name: `Correct hours of ${username}` }).click();
  const dialog = manager.getByRole('dialog', { name: 'Correct Hours' });
  const out = await dialog.getByLabel('Clocked out').inputValue();
  const earlier = new Date(Date.parse(`${out}:00Z`) - 485 * 60_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Clocked in').fill(earlier);
  await dialog.getByLabel('Break (minutes)').fill('25');
  await dialog.getByLabel('Reason').fill('Forgot to clock in');
  await expectAccessible(manager);
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await manager.getByText('Hours corrected').waitFor();
  await manager.getByRole('button', { name: `Correct hours of ${username}` }).click();
  await dialog.getByText('Before the correction').waitFor();
  await dialog.getByText(/^Corrected by manager/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The person sees it at once.
  await page.getByText(/^7 h \d+ min paid$/).waitFor();
  await page.getByText('Corrected', { exact: true }).waitFor();
});
