/** What bartenders see of the bar's sums, in two windows: an admin chooses, and the screens of a bartender follow at once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf, uniqueName } from './support/api';
import { type Bar, newPhone, openBar, signIn, signInWith } from './support/box';
import { hire, isIn, PASSWORD } from './support/devices';
import { pressable, tile } from './support/taps';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  const { id } = await productOf(admin, 'Club Beer');
  await admin.send('PATCH', `/api/products/${id}`, { currency: 'USD', priceUSD: '2.00', priceLRD: null });
  // What others sold today, at whatever hour this runs.
  await admin.send('POST', '/api/sales', { productId: id, quantity: 1 });
});
afterAll(() => bar?.close());

it('hides the bar’s sums from bartenders on Sales, Receipts and Dashboard, while they are open', async () => {
  await admin.send('PUT', '/api/settings', { people: { bartendersSee: 'all' } });
  const { username } = await hire(bar, admin, 'Fatu');
  const sales = await newPhone(bar);
  await signInWith(sales, username, PASSWORD);
  await isIn(sales);
  await sales.goto('/bartender');
  await tile(sales, 'Club Beer').click();
  await pressable(sales, 'Process Sale').click();
  await sales.locator('.sold').waitFor();
  const [receipts, dashboard] = [await sales.context().newPage(), await sales.context().newPage()];
  await Promise.all([
    sales.goto('/sales'),
    receipts.goto('/receipts'),
    dashboard.goto('/bartender-dashboard'),
  ]);
  // The figure of a card; null where there is no such card.
  const figure = async (page: Page, label: string) => {
    const card = page.locator('.stat', { hasText: label });
    return (await card.count()) > 0 ? card.locator('dd').first().textContent() : null;
  };
  const figures = async () => [
    await figure(sales, 'Total Revenue'),
    await figure(receipts, 'Total USD value'),
    await figure(dashboard, "Today's Sales"),
  ];
  await expect.poll(figures).not.toContain(null);
  expect(await figures()).not.toContain('$2.00');

  const owner = await newPhone(bar);
  await signIn(owner, 'admin');
  await owner.goto('/settings/people');
  const choose = async (choice: string, says: RegExp) => {
    const group = owner.getByRole('radiogroup', { name: 'Bartenders see' });
    await group.getByText(choice, { exact: true }).click();
    await owner.locator('.toast').getByText(says).waitFor();
  };
  await choose('Their own', /^Bartenders see their own sales$/);
  await expect.poll(figures).toEqual(['$2.00', '$2.00', '$2.00']);
  for (const page of [sales, receipts])
    await page.getByText('Only your own sales', { exact: true }).waitFor();
  await choose('Nothing', /^Bartenders see no sums/);
  await expect.poll(figures).toEqual([null, null, null]);
  for (const page of [sales, receipts]) await page.getByText('Only your own sales of today').waitFor();
  await choose('All', /^Bartenders see all sales$/);
  await expect.poll(figures).not.toContain(null);
  expect(await figures()).not.toContain('$2.00');
});

it('shows on a colleague’s phone that the guests of a table have paid', async () => {
  await admin.send('PUT', '/api/settings', { people: { bartendersSee: 'own' } });
  const { username } = await hire(bar, admin, 'Hawa');
  const colleague = await newPhone(bar);
  await signInWith(colleague, username, PASSWORD);
  await isIn(colleague);
  await colleague.goto('/table-service');
  const api = await apiAs(bar, 'bartender');
  const { id } = await productOf(api, 'Club Beer');
  const table = await freeTable(api);
  const order = await api.send<{ id: number }>('POST', '/api/orders', {
    customerName: uniqueName('Yatta'),
    orderType: 'dine_in',
    tableId: table.id,
    items: [{ productId: id, quantity: 3 }],
  });
  const name = `Table ${table.tableNumber}`;
  const spot = colleague.getByRole('button', { name, exact: true });
  const sum = spot.locator('.sum');
  await expect.poll(() => sum.textContent()).toContain('$6.00');
  await spot.click();
  const sheet = colleague.getByRole('dialog', { name, exact: true });
  await sheet.getByText('Round 1').waitFor();
  await api.send('POST', `/api/orders/${order.id}/payment`, { amountUSD: '6.00' });

  // The sheet that is open says so, without the sum, and so does the table after a reload.
  await sheet.locator('.badge', { hasText: 'Paid' }).waitFor();
  expect(await sheet.textContent()).not.toContain('6.00');
  await colleague.reload();
  await expect.poll(() => sum.textContent()).toBe('Paid');
  await spot.click();
  await sheet.getByRole('button', { name: 'Free table' }).click();
  await expect.poll(() => spot.getAttribute('data-taken')).toBeNull();
});

it('forgets the older pages that a bartender has read, once they are not theirs to see', async () => {
  await admin.send('PUT', '/api/settings', { people: { bartendersSee: 'all' } });
  const { username } = await hire(bar, admin, 'Ciata');
  const api = await apiAs(bar, 'bartender');
  const { id } = await productOf(api, 'Club Beer');
  const customerName = uniqueName('Older');
  for (let count = 0; count < 7; count += 1)
    await api.send('POST', '/api/credit', { customerName, productId: id, quantity: 1 });
  await api.send('POST', '/api/credit/bulk-pay', { customerName });
  const page = await newPhone(bar);
  // Short pages, so that there are older ones.
  await page.route(/\/api\/credit$/, (route) => route.continue({ url: `${route.request().url()}?limit=5` }));
  await signInWith(page, username, PASSWORD);
  await isIn(page);
  await page.goto('/credit');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Paid', { exact: true }).click();
  const older = page.getByRole('button', { name: 'Show older credit' });
  const rows = page.getByText(customerName);
  await older.click();
  await rows.first().waitFor();
  await admin.send('PUT', '/api/settings', { people: { bartendersSee: 'own' } });
  await rows.first().waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(0);
});
