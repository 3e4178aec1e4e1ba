/** The truth sheet: a night as it stands, issued, sent, copied on plain HTTP, checked, and kept from others. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

interface Sheet {
  number: string;
  text: string;
  checkCode: string;
  sold: { receipts: number };
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
const sells = async () => {
  const { id } = await productOf(api, 'Club Beer');
  await api.send('POST', '/api/sales', { productId: id, quantity: 1 });
};
/** The newest sheet of tonight. */
const newest = async (): Promise<Sheet> => {
  const [row] = await api.get<{ number: string }[]>('/api/sheets');
  return api.get<Sheet>(`/api/sheets/${row?.number}`);
};

it('shows tonight, follows sales, and is issued', async () => {
  await sells();
  const page = await phoneOf('manager', '/sales');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Truth sheet' }).click();
  await page.getByText('Provisional', { exact: true }).first().waitFor();
  await page.getByText(/^The cost of \$[\d.,]+ of sales is not known\.$/).waitFor();
  const receipts = page.locator('dt', { hasText: 'Receipts' }).locator('xpath=following-sibling::dd[1]');
  const before = Number(await receipts.textContent());
  await sells();
  await expect.poll(async () => Number(await receipts.textContent())).toBe(before + 1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Issue sheet' }).click();
  await page.getByText(/^T-\d{8}-1 is issued$/).waitFor();
  const sheet = await newest();
  expect(sheet.sold.receipts).toBe(before + 1);
  await page.getByText(sheet.checkCode).waitFor();
  const link = page.getByRole('link', { name: 'Send by WhatsApp' });
  expect(await link.getAttribute('href')).toContain('https://wa.me/?text=');
  await expectAccessible(page);
  // What is sold later is on the night as it stands, not on the issued sheet.
  await sells();
  await page.getByRole('link', { name: 'Provisional' }).click();
  await expect.poll(async () => Number(await receipts.textContent())).toBe(before + 2);
  await page.getByRole('link', { name: sheet.number }).click();
  await expect.poll(async () => Number(await receipts.textContent())).toBe(before + 1);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(errors).toEqual([]);
});

it('copies the text, and checks what came back', async () => {
  const sheet = await newest();
  const page = await phoneOf('admin', `/truth/${sheet.number}`);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await page
    .getByText(/^Text copied$|^The text is selected/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Check a sheet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check a sheet' });
  const check = async (text: string) => {
    await dialog.getByLabel('Paste the message').fill(text);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  };
  await check(`[20/11/26, 3:12 AM] Musa: ${sheet.text.replaceAll(' ', '  ')}`);
  await dialog.getByText(`Genuine: ${sheet.number}`).waitFor();
  await expectAccessible(page);
  const sold = sheet.text.split('\n').find((line) => line.startsWith('Sold')) ?? '';
  await check(sheet.text.replace(sold, 'Sold $9,999.00, 1 receipt'));
  await dialog.getByText(`Changed: the box says "${sold}"`).waitFor();
  await expectAccessible(page);
  await check('Sold everything');
  await dialog.getByText('Not from this box').waitFor();
});

it('says when nothing was sold, and fits a narrow phone with large text', async () => {
  const page = await phoneOf('manager', '/truth/2020-01-01');
  await page.getByText('Nothing was sold that night').waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '175%'));
  await page.goto(`/truth/${(await newest()).number}`);
  await page.getByRole('link', { name: 'Send by WhatsApp' }).waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '175%'));
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await over()).toBeLessThanOrEqual(0);
});

it('is not for bartenders, and not for managers where the bar says so', async () => {
  const bartender = await phoneOf('bartender', '/sales');
  await bartender.getByRole('button', { name: /^Account:/ }).click();
  await bartender.getByRole('menuitem', { name: 'Change Password' }).waitFor();
  expect(await bartender.getByRole('menuitem', { name: 'Truth sheet' }).count()).toBe(0);

  const admin = await phoneOf('admin', '/settings/people');
  await admin.getByLabel('Managers read and issue truth sheets').click();
  await admin.getByText('Only admins read truth sheets').waitFor();
  await expectAccessible(admin);
  const manager = await phoneOf('manager', '/truth');
  await manager.getByText('In this bar only admins read truth sheets.').waitFor();
  await admin.getByLabel('Managers read and issue truth sheets').click();
  await admin.getByText('Managers read truth sheets').waitFor();
});
