/** Guests who were written twice: two tabs become one, a guest gets another name, also one who has paid. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

interface Tab {
  customerName: string;
  customerPhone: string | null;
  dueUSD: string;
  items: { quantity: number; userName: string }[];
}

let bar: Bar;
let admin: Api;
/** Of this try alone. */
let guest: string;
let twice: string;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
beforeEach(() => {
  guest = uniqueName('Emmanuel');
  twice = uniqueName('Emanuel');
});
afterAll(() => bar?.close());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const tabOf = async (name: string) =>
  (await admin.get<Tab[]>('/api/tabs')).find(({ customerName }) => customerName === name);

async function owes(customerName: string, quantity: number): Promise<void> {
  const { id } = await productOf(admin, 'Club Beer');
  await (await apiAs(bar, 'bartender')).send('POST', '/api/credit', {
    customerName,
    productId: id,
    quantity,
  });
}
async function openCredit(): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/credit');
  await page.getByRole('radiogroup', { name: 'Show' }).waitFor();
  return page;
}
/** What managers do with a guest, on the guest's sheet. */
async function deed(page: Page, name: string, what: string): Promise<Locator> {
  await button(page, name).click();
  await button(dialog(page, name), `More for ${name}`).click();
  const more = dialog(page, `More for ${name}`);
  await expectAccessible(page);
  await button(more, what).click();
  return dialog(page, what);
}

it('joins two tabs under the name that stays, with every item', async () => {
  await owes(guest, 2);
  await owes(twice, 3);
  const page = await openCredit();
  const join = await deed(page, twice, 'Join tabs');
  await join.getByLabel('The other tab').selectOption({ label: `${guest} · No phone` });
  await join.getByRole('radio', { name: guest }).check({ force: true });
  await expectAccessible(page);
  await button(join, 'Join tabs').click();
  await page.getByText('Joined').waitFor();
  await button(page, twice).waitFor({ state: 'detached' });
  const tab = await tabOf(guest);
  expect(tab?.items.map(({ quantity, userName }) => [quantity, userName])).toEqual([
    [2, 'bartender'],
    [3, 'bartender'],
  ]);
  expect(await tabOf(twice)).toBeUndefined();
  // The other name leads to the one tab.
  await owes(twice, 1);
  expect((await tabOf(guest))?.items.length).toBe(3);
});

it('renames a guest, who keeps the tab', async () => {
  await owes(twice, 2);
  const page = await openCredit();
  const rename = await deed(page, twice, 'Rename');
  await rename.getByLabel('Customer Name').fill('');
  await button(rename, 'Save').click();
  await rename.getByText('Customer name is required').waitFor();
  await rename.getByLabel('Customer Name').fill(guest);
  await rename.getByLabel('Phone (optional)').fill('0770 55 12 40');
  await expectAccessible(page);
  await button(rename, 'Save').click();
  await page.getByText('Renamed').waitFor();
  await button(page, guest).waitFor();
  expect(await tabOf(guest)).toMatchObject({ items: [{ quantity: 2 }] });
  expect(await tabOf(twice)).toBeUndefined();
});

it('renames a guest who has paid', async () => {
  await owes(twice, 1);
  await admin.send('POST', '/api/credit/bulk-pay', { customerName: twice });
  const page = await openCredit();
  await page.getByRole('radio', { name: 'Paid' }).check({ force: true });
  await page.getByRole('searchbox').fill(twice);
  const rename = await deed(page, twice, 'Rename');
  await rename.getByLabel('Customer Name').fill(guest);
  await button(rename, 'Save').click();
  await page.getByText('Renamed').waitFor();
  const known = await admin.get<{ customerName: string }[]>(`/api/customers?q=${twice}`);
  expect(known).toMatchObject([{ customerName: guest }]);
});
