/** The admin screens: exchange rate, users, reports, settings and audit log. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { type FakePrinter, openPrinter } from './support/printer';

let bar: Bar;
let api: Api;
let printer: FakePrinter;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar();
  api = await apiAs(bar, 'admin');
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

async function open(path: string, viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'admin');
  await page.goto(path);
  return page;
}
const dialog = (page: Page) => page.getByRole('dialog');
const dollars = (amount: string) =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

it.each(['/admin', '/reports', '/exchange-rate', '/settings', '/audit'])(
  'shows managers the sign-in form in place of %s',
  async (path) => {
    const page = await newPhone(bar);
    await signIn(page, 'manager');
    await page.goto(path);
    await page.getByText('You need another account for this page').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();
  },
);

it('changes the rate, and other phones show it at once', async () => {
  await api.send('POST', '/api/exchange-rate', { rate: 190 });
  const page = await open('/exchange-rate');
  const other = await newPhone(bar);
  await signIn(other, 'manager');
  await other.getByText('1 USD = 190 LRD').first().waitFor();
  await page.getByText(/^Last updated /).waitFor();
  await page.getByRole('button', { name: '195 LRD' }).click();
  await page.getByRole('alert').getByText('from 190 to 195 LRD').waitFor();
  await expectAccessible(page);
  await page.getByLabel('USD').fill('10');
  expect(await page.getByLabel('LRD', { exact: true }).inputValue()).toBe('1950.00');
  await page.getByRole('button', { name: 'Update Rate' }).click();
  await page.getByText('Exchange Rate Updated').waitFor();
  await other.getByText('1 USD = 195 LRD').first().waitFor();
  expect(await api.get('/api/exchange-rate')).toMatchObject({ rate: 195 });
  await page.getByLabel('New Rate').fill('0');
  await page.getByRole('button', { name: 'Update Rate' }).click();
  await page.getByText('Invalid Rate').waitFor();
});

it('creates, edits and deletes a user, who signs in meanwhile', async () => {
  const musu = uniqueName('musu');
  const email = `${musu}@sunset.example`;
  const page = await open('/admin');
  await page.getByRole('button', { name: 'Create User' }).click();
  await dialog(page).getByText('First password').click();
  await dialog(page).getByRole('button', { name: 'Create User' }).click();
  await dialog(page).getByText('Username must be at least 3 characters').waitFor();
  await dialog(page).getByText('Password must be at least 6 characters').waitFor();
  await dialog(page).getByLabel('Username').fill(musu);
  await dialog(page).getByLabel('Password', { exact: true }).fill('secret1');
  await dialog(page).getByLabel('First Name').fill('Musu');
  await dialog(page).getByLabel('Last Name').fill('Kollie');
  await dialog(page).getByRole('button', { name: 'Create User' }).click();
  await page.getByText('User created').waitFor();
  const card = page.getByRole('article', { name: musu });
  await card.getByText('Must Change Password').waitFor();
  await card.getByText('Never signed in').waitFor();
  await expectAccessible(page);

  const phone = await newPhone(bar);
  await phone.goto('/login');
  await phone.getByLabel('Username').fill(musu);
  await phone.getByLabel('Password', { exact: true }).fill('secret1');
  await phone.getByRole('button', { name: 'Sign In' }).click();
  await phone.getByText('Your password must be changed before continuing.').waitFor();
  await card.getByText(/Last login today/).waitFor();
  await phone.getByLabel('Current Password').fill('secret1');
  await phone.getByLabel('New Password', { exact: true }).fill('secret2');
  await phone.getByLabel('Confirm New Password').fill('secret2');
  await phone.getByRole('button', { name: 'Change Password' }).click();
  await phone.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await card.getByText('Must Change Password').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Edit ${musu}` }).click();
  await dialog(page).getByLabel('Email').fill('not an address');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await dialog(page).getByText('Invalid email address').waitFor();
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('User updated').waitFor();
  await card.getByText(email).waitFor();

  await page.getByRole('button', { name: `Delete ${musu}` }).click();
  await page
    .getByRole('dialog', { name: `Delete ${musu}?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('User deleted').waitFor();
  await card.waitFor({ state: 'detached' });
  await phone.getByText('Please sign in again').waitFor();
});

it('lays a user card out with picture, name and buttons in one row', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await open('/admin', viewport);
    const card = page.getByRole('article', { name: 'bartender' });
    const parts = await Promise.all(
      [
        card.locator('.avatar'),
        card.getByRole('heading'),
        card.getByRole('button', { name: 'Edit bartender' }),
        card.getByText(/^Created/),
      ].map((part) => part.elementHandle()),
    );
    // All at once: what loads above the card moves it.
    const [picture, name, edit, dates] = await page.evaluate(
      (elements) =>
        elements.map((element) => (element as HTMLElement).getBoundingClientRect().toJSON() as DOMRect),
      parts,
    );
    if (!picture || !name || !edit || !dates) throw new Error('a part of the card is not there');
    expect(name.left - picture.right).toBeLessThan(24);
    expect(edit.left).toBeGreaterThanOrEqual(name.right);
    expect(edit.top).toBeLessThan(name.bottom);
    expect(dates.top).toBeGreaterThanOrEqual(edit.bottom);
  }
});

it('does not let admins delete themselves', async () => {
  const page = await open('/admin');
  await page.getByRole('button', { name: 'Delete admin' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').getByText('Error').waitFor();
  await page.getByRole('article', { name: 'admin' }).waitFor();
});

it('links to the app, and logs out', async () => {
  const page = await open('/admin');
  await page.getByRole('link', { name: 'View App' }).click();
  await page.getByRole('heading', { name: 'Inventory' }).waitFor();
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

it('reports the same figures as the API', async () => {
  const { overallSummary } = await api.get<{ overallSummary: { totalRevenue: string; totalSales: number } }>(
    '/api/admin/sales-report',
  );
  const page = await open('/reports', DESKTOP);
  const period = page.getByRole('region', { name: 'Period summary' });
  await period.getByText(dollars(overallSummary.totalRevenue), { exact: true }).waitFor();
  await period.getByText(overallSummary.totalSales.toLocaleString('en-US'), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Sales by Customer' }).waitFor();
  await page.getByText('in this period').waitFor();
  await expectAccessible(page);

  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No customer sales found for selected period').waitFor();
  await period.getByText('$0.00').waitFor();
  await page.getByLabel('From').fill('2020-02-01');
  await page.getByRole('alert').getByText('The first day must not be after the last').waitFor();
});

it('shows a sale of another phone among the recent sales', async () => {
  const customerName = uniqueName('Patience Gaye');
  const page = await open('/reports');
  await page.getByRole('heading', { name: 'Recent Sales with Customers' }).waitFor();
  const [product] = await api.get<{ id: number; name: string }[]>('/api/products');
  await api.send('POST', '/api/sales', {
    productId: product?.id,
    quantity: 1,
    customerName,
  });
  await page.getByText(customerName).first().waitFor();
});

it('renames the bar, and adds, tests and pauses a printer', async () => {
  const [business, name] = [uniqueName('Moonlight Bar'), uniqueName('Bar printer')];
  await api.send('PUT', '/api/settings', { printers: [] });
  const page = await open('/settings', DESKTOP);
  await page.getByLabel('Business Name').fill(business);
  await page.getByRole('form', { name: 'Business' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await page.getByRole('banner').getByText(business).waitFor();

  const pages = page.getByRole('navigation', { name: 'Pages of the settings' });
  await pages.getByRole('link', { name: 'Printing', exact: true }).click();
  await page.getByRole('button', { name: 'Add Printer' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Address').fill('tcp://127.0.0.1:99999');
  await dialog(page).getByRole('button', { name: 'Add Printer' }).click();
  await dialog(page).getByRole('alert').waitFor();
  await expectAccessible(page);
  await dialog(page).getByLabel('Address').fill(printer.url);
  await dialog(page).getByRole('button', { name: 'Add Printer' }).click();
  await page.getByText('Printer saved').waitFor();
  await page.getByRole('button', { name: `Print a test page on ${name}` }).click();
  await page.getByText('Test page is on its way').waitFor();
  await pages.getByRole('link', { name: 'Print jobs' }).click();
  const jobs = page.getByRole('region', { name: 'Print jobs' });
  const job = jobs.getByRole('listitem').filter({ hasText: name });
  await job.getByText(/^(Sent|Confirmed)$/).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: `Pause ${name}` }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await expectAccessible(page);
});

it('shows the audit log page by page, with filters', async () => {
  const page = await open('/audit');
  await page.getByText('admin signed in').first().waitFor();
  const rows = page.getByRole('region', { name: 'Audit Log' }).getByRole('listitem');
  const before = await rows.count();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show older' }).click();
  await rows.nth(before).waitFor();
  await page.getByLabel('What').selectOption({ label: 'Exchange rate' });
  await page.getByText('End of the log').waitFor();
  await page.getByLabel('User').selectOption('bartender');
  await page.getByText('Nothing has been recorded').waitFor();
});
