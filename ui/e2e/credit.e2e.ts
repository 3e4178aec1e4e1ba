/** Credit and tabs: adding credit, partial payments, and paying off. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, deliver, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';

interface Tab {
  customerId: string;
  customerName: string;
  customerPhone: string | null;
  status: string;
  dueUSD: string;
  dueLRD: string;
  paidUSD: string;
  items: { status: string; productName: string; quantity: number }[];
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
});
afterAll(() => bar?.close());

async function open(path: string, viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto(path);
  await page.getByRole('radiogroup', { name: 'Show' }).waitFor();
  return page;
}
const row = (page: Page, name: string, phone = '') =>
  page
    .locator('.rows > li')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .filter({ hasText: phone });
/** Opens the sheet of a customer. */
async function openSheet(page: Page, name: string, phone = ''): Promise<Locator> {
  await row(page, name, phone).getByRole('button').click();
  return page.getByRole('dialog', { name, exact: true });
}
const tabOf = async (name: string) =>
  (await api.get<Tab[]>('/api/tabs')).find(({ customerName }) => customerName === name);
const addCredit = async (
  customerName: string,
  customerPhone: string | null,
  name: string,
  quantity: number,
) =>
  api.send('POST', '/api/credit', {
    customerName,
    customerPhone,
    productId: (await productOf(api, name)).id,
    quantity,
  });
const receipt = (page: Page) => page.getByRole('dialog', { name: 'Digital Receipt' });

it('adds to a tab, takes a partial payment, attaches an order and settles the tab', async () => {
  const credit = await open('/credit');
  const tabs = await open('/customer-tab', DESKTOP);
  const before = (await productOf(api, 'Club Beer')).stock;

  await credit.getByRole('button', { name: 'Add Credit' }).click();
  const adding = credit.getByRole('dialog', { name: 'Add Credit' });
  await adding.getByLabel('Quantity').fill('0');
  await adding.getByRole('button', { name: 'Add Credit' }).click();
  for (const text of ['Customer name is required', 'Product is required', 'Quantity must be at least 1']) {
    await adding.getByRole('alert').filter({ hasText: text }).waitFor();
  }
  await expectAccessible(credit);
  await adding.getByLabel('Customer Name').fill('Fatu Sherman');
  await adding.getByLabel('Phone (optional)').fill('0775206618');
  await adding.getByLabel('Product', { exact: true }).selectOption({ label: 'Club Beer' });
  await adding.getByLabel('Quantity').fill('6');
  await adding.getByRole('button', { name: 'Add Credit' }).click();
  await credit.getByText('Added to Credit').waitFor();
  expect((await productOf(api, 'Club Beer')).stock).toBe(before - 6);

  // The other phone shows the credit automatically and takes a partial payment in both currencies.
  await row(tabs, 'Fatu Sherman').getByText('$12.00').waitFor();
  const sheet = await openSheet(tabs, 'Fatu Sherman');
  await sheet.getByText('0775 20 66 18').waitFor();
  await sheet.getByText('Club Beer').waitFor();
  await sheet.getByRole('button', { name: 'Partial Payment' }).click();
  const payment = tabs.getByRole('dialog', { name: 'Partial Payment' });
  await payment.getByRole('button', { name: 'Record Payment' }).click();
  await payment.getByText('Please enter a payment amount').waitFor();
  await payment.getByLabel('Amount USD').fill('5');
  await payment.getByLabel('Amount LRD').fill('380');
  await payment.getByText('$5.00', { exact: true }).waitFor();
  await expectAccessible(tabs);
  await payment.getByRole('button', { name: 'Record Payment' }).click();
  await tabs.getByText('Payment has been recorded successfully').waitFor();
  await tabs.getByText('Received $5.00 + L$380. Still owed $5.00 / L$950.').waitFor();
  await sheet.getByText('$7.00 of $12.00 paid').waitFor();
  await row(tabs, 'Fatu Sherman').getByText('Partial').waitFor();
  expect(await tabOf('Fatu Sherman')).toMatchObject({ status: 'partial', paidUSD: '7.00', dueUSD: '5.00' });

  // Items are added from the tab, and an order is attached to it.
  await sheet.getByRole('button', { name: 'Add Items' }).click();
  const items = tabs.getByRole('dialog', { name: 'Add Items' });
  await items.getByRole('searchbox').fill('heineken');
  await items.getByRole('button', { name: /^Add (?!to Tab)/ }).click();
  await items.getByRole('button', { name: 'One more' }).click();
  await items.getByText('2 item(s) selected').waitFor();
  await expectAccessible(tabs);
  await items.getByRole('button', { name: 'Add to Tab' }).click();
  await tabs.getByText('Added to tab').waitFor();
  await sheet.getByText('Heineken').waitFor();
  const order = await api.send<{ id: number }>('POST', '/api/orders', {
    customerName: 'Fatu Sherman',
    orderType: 'takeout',
    items: [{ productId: (await productOf(api, 'Gin and tonic')).id, quantity: 1 }],
  });
  await api.send('POST', `/api/orders/${order.id}/credit`, {
    customerName: 'Fatu Sherman',
    customerPhone: '0775206618',
  });
  await sheet.getByText('Gin and tonic').waitFor();
  await expectAccessible(tabs);

  await sheet.getByRole('button', { name: 'Mark as Paid' }).click();
  const question = tabs.getByRole('dialog', { name: /^Take .* in cash\?$/ });
  await question.getByRole('button', { name: 'Mark as Paid' }).click();
  await receipt(tabs).getByText('1 × Gin and tonic').waitFor();
  await receipt(tabs).getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await row(tabs, 'Fatu Sherman').getByText('Paid', { exact: true }).waitFor();
  await (await openSheet(tabs, 'Fatu Sherman')).getByText('Paid in full').waitFor();
  expect(await tabOf('Fatu Sherman')).toMatchObject({ status: 'paid', dueUSD: '0.00', dueLRD: '0.00' });
  await row(credit, 'Fatu Sherman').waitFor({ state: 'detached' });
});

it('pays one item, then all of a customer, and nothing of others with the same name', async () => {
  await addCredit('Ama Kollie', '0770000001', 'Club Beer', 1);
  await addCredit('Ama Kollie', '0770000001', 'Heineken', 1);
  await addCredit('Ama Kollie', '0770000002', 'Guinness Foreign Extra', 1);
  await addCredit('Ama Kollie', null, 'Coca-Cola', 1);
  const page = await open('/credit');
  await page.getByRole('searchbox', { name: 'Search credit' }).fill('ama');
  await row(page, 'Ama Kollie', '0770 00 00 02').waitFor();
  const first = await openSheet(page, 'Ama Kollie', '0770 00 00 01');
  await first.getByText('0770 00 00 01').waitFor();
  await first.getByRole('button', { name: 'Mark Paid: Club Beer' }).click();
  await receipt(page).getByText('1 × Club Beer').waitFor();
  await receipt(page).getByRole('button', { name: 'Close' }).click();
  await first.getByRole('button', { name: 'Mark Paid: Club Beer' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await first.getByRole('button', { name: 'Pay All' }).click();
  await receipt(page).getByText('1 × Heineken').waitFor();
  await receipt(page).getByRole('button', { name: 'Close' }).click();
  await row(page, 'Ama Kollie', '0770 00 00 01').waitFor({ state: 'detached' });

  const without = await openSheet(page, 'Ama Kollie', 'No phone');
  await without.getByText('No phone').waitFor();
  await without.getByRole('button', { name: 'Pay All' }).click();
  await receipt(page).getByText('1 × Coca-Cola').waitFor();
  await receipt(page).getByRole('button', { name: 'Close' }).click();
  await row(page, 'Ama Kollie', 'No phone').waitFor({ state: 'detached' });
  await row(page, 'Ama Kollie').waitFor();
  const owed = (await api.get<Tab[]>('/api/tabs')).filter(
    ({ customerName, status }) => customerName === 'Ama Kollie' && status !== 'paid',
  );
  expect(owed.map(({ customerPhone }) => customerPhone)).toEqual(['0770000002']);

  await page.getByRole('radio', { name: 'Paid' }).check();
  await (await openSheet(page, 'Ama Kollie', '0770 00 00 01')).getByText('1 × Heineken').waitFor();
});

it('takes a payment once when its answer is lost', async () => {
  await addCredit('Saye Dahn', '0880000003', 'Club Beer', 5);
  const page = await open('/customer-tab');
  let lost = 0;
  await page.route('**/api/tabs/payment', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await deliver(bar, route.request());
    return route.abort();
  });
  await (await openSheet(page, 'Saye Dahn')).getByRole('button', { name: 'Partial Payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Partial Payment' });
  await payment.getByLabel('Amount USD').fill('4');
  await payment.getByRole('button', { name: 'Record Payment' }).click();
  await page.getByText('Waiting for the box…').first().waitFor();
  await page.getByText('Payment Processed').waitFor();
  expect(await tabOf('Saye Dahn')).toMatchObject({ paidUSD: '4.00', dueUSD: '6.00' });
});

it('disables a product that sells out, and keeps the typed text while the list changes', async () => {
  await addCredit('Joe Weah', null, 'Club Beer', 1);
  const admin = await apiAs(bar, 'admin');
  const fanta = await productOf(api, 'Fanta Orange');
  const page = await open('/customer-tab');
  await (await openSheet(page, 'Joe Weah')).getByRole('button', { name: 'Add Items' }).click();
  const items = page.getByRole('dialog', { name: 'Add Items' });
  await items.getByRole('searchbox').fill('fanta');
  await items.getByRole('button', { name: /^Add (?!to Tab)/ }).waitFor();
  await admin.send('PUT', `/api/products/${fanta.id}`, { stock: 0 });
  await items.getByText('Out of Stock').waitFor();
  expect(await items.getByRole('button', { name: /^Add (?!to Tab)/ }).isDisabled()).toBe(true);
  expect(await items.getByRole('searchbox').inputValue()).toBe('fanta');
});

it('goes beyond the limit of a tab when a manager says so, who asks nobody', async () => {
  const name = uniqueName('Boima Kamara');
  await addCredit(name, null, 'Club Beer', 1);
  const manager = await apiAs(bar, 'manager');
  const id = (await tabOf(name))?.customerId ?? '';
  await manager.send('PATCH', `/api/customers/${encodeURIComponent(id)}`, { limitUSD: '3.00' });
  const add = async (page: Page) => {
    await (await openSheet(page, name)).getByRole('button', { name: 'Add Items' }).click();
    const items = page.getByRole('dialog', { name: 'Add Items' });
    await items.getByRole('searchbox').fill('heineken');
    await items.getByRole('button', { name: /^Add (?!to Tab)/ }).click();
    await items.getByRole('button', { name: 'Add to Tab' }).click();
    return page.getByRole('dialog', { name: 'Over limit' });
  };

  const page = await open('/customer-tab');
  const limit = await add(page);
  await limit.getByText(/is limited to \$3\.00, and \$2\.00 is due already/).waitFor();
  await limit.getByRole('button', { name: 'Ask a manager' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByRole('button', { name: 'Manager password here' }).click();
  await approval.getByLabel('Username').fill('manager');
  await approval.getByLabel('Password', { exact: true }).fill('manager123');
  await approval.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Added to tab').waitFor();

  const theirs = await newPhone(bar);
  await signIn(theirs, 'manager');
  await theirs.goto('/customer-tab');
  await (await add(theirs)).getByRole('button', { name: 'Put on tab anyway' }).click();
  await theirs.getByText('Added to tab').waitFor();
  expect((await tabOf(name))?.items).toHaveLength(3);
});

it('passes the accessibility checks on phone and desktop', async () => {
  for (const size of [PHONE, DESKTOP]) {
    await expectAccessible(await open('/credit', size));
    await expectAccessible(await open('/customer-tab', size));
  }
});
