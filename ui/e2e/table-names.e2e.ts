/** Tables with names and areas: set up, chosen by area, ordered at, billed, moved to, and on the guest's menu. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';
import { addProducts } from './support/orders';

const SMALL = { width: 360, height: 640 };
/** As long as a name and an area may be, in one word. */
const LONG = 'W'.repeat(20);
const LONG_AREA = 'M'.repeat(40);

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'bartender', path: string, viewport = PHONE): Promise<Page> {
  const phone = await newPhone(bar, viewport);
  await signIn(phone, who);
  await phone.goto(path);
  return phone;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const areas = (page: Page) => page.getByRole('radiogroup', { name: 'Area', exact: true });
const widthBeyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** How many parts of the page, whose overflow may be cut off, reach beyond it. */
const partsBeyond = (page: Page) =>
  page
    .locator('main *')
    .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).length);
/** How many tiles are narrower than what they hold. */
const tilesThatOverflow = (page: Page) =>
  page
    .locator('.spot')
    .evaluateAll((tiles) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).length);

it('names a table in the plan, and shows it by its name and its area at once', async () => {
  const waiter = await phoneOf('bartender', '/table-service');
  await waiter.locator('.spot').first().waitFor();
  expect(await areas(waiter).count()).toBe(0);

  const owner = await phoneOf('admin', '/settings/tables');
  await button(owner, 'Add Table').click();
  const form = dialog(owner, 'Add Table');
  await form.getByLabel('Name (optional)').fill('VIP');
  await form.getByLabel('Area (optional)').fill('Terrace');
  await form.getByRole('button', { name: 'Add Table' }).click();
  await owner.getByText('4 seats · Table 13 · Terrace').waitFor();
  await expectAccessible(owner);
  expect(await partsBeyond(owner)).toBe(0);
  await button(owner, 'Add Table').click();
  await form.getByLabel('Name (optional)').fill('vip');
  await form.getByRole('button', { name: 'Add Table' }).click();
  await form.getByText('There is a table with this name').first().waitFor();
  await owner.context().close();

  await areas(waiter).getByText('Terrace').click();
  await expect.poll(() => waiter.locator('.spot').count()).toBe(1);
  await button(waiter, 'VIP').click();
  const order = dialog(waiter, 'VIP');
  await addProducts(order, 'Club Beer');
  await order.getByRole('button', { name: 'Create Drink Order' }).click();
  await order.waitFor({ state: 'hidden' });
  await waiter.locator('.spot[data-taken]').waitFor();
  await button(waiter, 'VIP').click();
  await dialog(waiter, 'VIP').getByRole('button', { name: 'Bill', exact: true }).click();
  await dialog(waiter, 'Bill').getByText('VIP', { exact: true }).first().waitFor();
  await expectAccessible(waiter);
  await waiter.context().close();
});

it('frees a named table, and moves its guests to one', async () => {
  const page = await phoneOf('bartender', '/table-service');
  await button(page, 'VIP').click();
  await dialog(page, 'VIP')
    .getByRole('button', { name: /^More for/ })
    .click();
  await button(page, 'Move Table').click();
  const move = dialog(page, 'Move Table');
  const free = move.getByRole('button', { name: /^Table \d+ · Available$/ }).first();
  const [to] = ((await free.getAttribute('aria-label')) ?? '').split(' · ');
  await free.click();
  await move.waitFor({ state: 'hidden' });
  // Nothing is left at the table: its sheet closes.
  await dialog(page, 'VIP').waitFor({ state: 'hidden' });
  await button(page, to ?? '').click();
  await dialog(page, to ?? '')
    .getByRole('button', { name: /^More for/ })
    .click();
  await button(page, 'Move Table').click();
  await button(page, 'VIP · Available').click();
  await page.getByText('Table moved').waitFor();
  await dialog(page, to ?? '').waitFor({ state: 'hidden' });
  await page.getByText('Seats', { exact: true }).click();
  await button(page, 'Free VIP').click();
  await dialog(page, 'Free VIP?').getByRole('button', { name: 'Cancel' }).click();
  await page.context().close();
});

it.each([PHONE, SMALL])('fits the longest names on a phone of $width', async (viewport) => {
  await admin.send('PUT', '/api/tables/1', { name: LONG, area: LONG_AREA });
  await admin.send('PUT', '/api/tables/2', { name: 'Terrace by the river', area: 'Terrace' });
  const page = await phoneOf('bartender', '/table-service', viewport);
  await button(page, LONG).waitFor();
  expect([await widthBeyond(page), await tilesThatOverflow(page)]).toEqual([0, 0]);
  await page.getByText('Seats', { exact: true }).click();
  await button(page, `Occupy ${LONG}`)
    .or(button(page, `Free ${LONG}`))
    .waitFor();
  expect([await widthBeyond(page), await tilesThatOverflow(page)]).toEqual([0, 0]);
  await page.goto('/qr?table=1');
  await page.locator('.qr').getByText(LONG).waitFor();
  expect(await partsBeyond(page)).toBe(0);
  const owner = await phoneOf('admin', '/settings/tables', viewport);
  await owner.getByText(LONG, { exact: true }).waitFor();
  expect(await partsBeyond(owner)).toBe(0);
  await owner.context().close();
  await page.context().close();
});

it("says the name on the guest's menu, whose address has the number", async () => {
  const guest = await newPhone(bar);
  await guest.goto('/t/13');
  await guest.getByText('VIP', { exact: true }).waitFor();
  expect(new URL(guest.url()).search).toBe('?table=13');
  await guest.context().close();
});
