/** Tax: switched on, on a sale and its receipt, on top of prices, in the report, and a change with new prices. At the size of a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { deed, unfold } from './support/orders';

let bar: Bar;
let admin: Api;
let bartender: Api;
let beer: number;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  bartender = await apiAs(bar, 'bartender');
  beer = (await productOf(admin, 'Club Beer')).id;
  await admin.send('PATCH', `/api/products/${beer}`, { currency: 'USD', priceUSD: '2.00', priceLRD: null });
});
afterAll(() => bar?.close());

async function phoneOf(who: 'admin' | 'manager' | 'bartender', path: string, page?: Page): Promise<Page> {
  const phone = page ?? (await newPhone(bar));
  await signIn(phone, who);
  await phone.goto(path);
  return phone;
}
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
const radio = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(name, { exact: true });
/** The amount beside a label of a list of facts. */
const fact = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd');
const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

it('shows nothing of tax while it is off', async () => {
  const page = await phoneOf('bartender', '/bartender');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: 'Open cart' }).click();
  await page.getByRole('dialog').getByText('Total', { exact: true }).waitFor();
  expect(await page.getByText('Subtotal').count()).toBe(0);
  expect(asked.filter((path) => path.includes('/tax') || path.endsWith('/quote'))).toEqual([]);
});

it('is switched on in the settings with the suggested rates', async () => {
  const page = await phoneOf('admin', '/settings/tax');
  await page.getByText('Ask your accountant or the LRA before you switch tax on.').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await page.getByRole('switch', { name: 'Tax', exact: true }).click();
  await radio(page, 'How prices and tax go together', 'Included in prices').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Set a rate for Standard first').first().waitFor();
  await page.getByRole('button', { name: 'Fill in suggested rates' }).click();
  await page.getByText('Check these figures before you save.').waitFor();
  await page.getByLabel('TIN', { exact: true }).fill('500123456');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('From 1 Jan 2027: VAT 18 %').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Standard' }).click();
  await page.getByText('Tax $0.23, net $1.77').waitFor();
  await expectAccessible(page);
});

it('is on the sale, its receipt and the report', async () => {
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: 'Open cart' }).click();
  await fact(page, 'GST 13 %').getByText('incl. $0.23').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Process Sale' }).click();
  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.getByText('GST 13 % on $1.77').waitFor();
  await receipt.getByRole('button', { name: 'Add Buyer' }).click();
  const buyer = page.getByRole('dialog', { name: 'Add Buyer' });
  await buyer.getByLabel('Name').fill('Acme Group');
  await buyer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Buyer added').waitFor();
  await receipt.locator('article').getByText('Acme Group').waitFor();
  const office = await phoneOf('admin', '/reports');
  await office.getByRole('link', { name: 'Tax Report' }).click();
  const sales = office.getByRole('region', { name: 'Sales', exact: true });
  await sales.getByText('$0.23').first().waitFor();
  await expectAccessible(office);
});

it('comes on top of the total of a sale and of an order', async () => {
  await admin.send('PUT', '/api/settings', { tax: { mode: 'added' } });
  const page = await phoneOf('bartender', '/bartender');
  await tile(page, 'Club Beer').click();
  await page.getByText('$2.26').waitFor();
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  const [sale] = await admin.get<{ grossUSD: string; totalAmountUSD: string }[]>('/api/sales?limit=1');
  expect(sale).toMatchObject({ totalAmountUSD: '2.00', grossUSD: '2.26' });
  const customerName = uniqueName('Ma Kou');
  const items = [{ productId: beer, quantity: 2 }];
  await bartender.send('POST', '/api/orders', { orderType: 'takeout', customerName, items });
  await page.goto('/table-service');
  const card = page.locator('article.order', { hasText: customerName });
  await (await unfold(card)).getByText('Subtotal').waitFor();
  await card.getByText('$4.52').first().waitFor();
  await deed(card, 'Payment');
  await page.getByRole('dialog', { name: 'Process Payment' }).getByText('Subtotal').waitFor();
  await expectAccessible(page);
});

it('offers new prices for the day of a change', async () => {
  await admin.send('PUT', '/api/settings', { tax: { mode: 'included' } });
  const page = await phoneOf('manager', '/price-assistant');
  await page.getByText('On 1 Jan 2027 GST 13 % becomes VAT 18 %.').waitFor();
  await page.getByText('Raise, rounded up').click();
  const price = page.getByLabel('New price of Club Beer in USD');
  await expect.poll(() => price.inputValue()).toBe('2.25');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Plan Prices' }).click();
  await page.getByText('Prices are planned').waitFor();
  await page.getByRole('button', { name: 'Withdraw Plan' }).click();
  await page.getByText('The plan is withdrawn').waitFor();
});

it.each(['/settings/tax', '/reports/tax', '/price-assistant'])(
  'fits a narrow phone with large text: %s',
  async (path) => {
    const page = await newPhone(bar);
    await page.setViewportSize({ width: 360, height: 640 });
    await phoneOf('admin', path, page);
    await page.locator('main :is(.card, .list, .empty)').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '175%';
    });
    await noSideways(page);
  },
);
