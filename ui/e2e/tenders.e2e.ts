/** Payments with change, with several methods at once, and refunds by another method. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';
import { deed, typeAmounts } from './support/orders';

interface Payment {
  kind: string;
  paymentMethod: string;
  changeUSD: string;
  changeLRD: string;
  orderId: number | null;
  tenders: { method: string; currency: string; amount: string; reference: string | null }[];
}

let bar: Bar;
let manager: Api;
beforeAll(async () => {
  bar = await openBar();
  manager = await apiAs(bar, 'manager');
  const admin = await apiAs(bar, 'admin');
  const { methods } = await admin.get<{ methods: object[] }>('/api/settings');
  const momo = { name: 'MTN MoMo', kind: 'mobile', referenceRequired: true, account: '0886 123 456' };
  await admin.send('PUT', '/api/settings', { methods: [...methods, momo] });
  await admin.send('PATCH', `/api/products/${(await productOf(admin, 'Club Beer')).id}`, {
    currency: 'USD',
    priceUSD: '2.00',
    priceLRD: null,
  });
});
afterAll(() => bar?.close());

const newest = async () => (await manager.get<Payment[]>('/api/payments'))[0] as Payment;
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
const received = (page: Page) => page.getByRole('radiogroup', { name: 'Cash received' });

async function openTill(beers: number): Promise<Page> {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'bartender');
  await page.goto('/bartender');
  for (let taps = 0; taps < beers; taps += 1) await tile(page, 'Club Beer').click();
  await received(page).waitFor();
  return page;
}

it('sells for the exact amount at one tap, and shows the change of a note', async () => {
  const page = await openTill(1);
  expect(await received(page).locator('label').allTextContents()).toEqual([
    ...['Exact $', 'Exact L$', '$5', '$10', '$20', 'L$400', 'L$500', 'L$1,000', 'Other'],
  ]);
  await page.getByText('No change due').waitFor();
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  expect((await newest()).tenders).toMatchObject([{ method: 'cash', currency: 'USD', amount: '2.00' }]);

  await tile(page, 'Club Beer').click();
  await received(page).getByRole('radio', { name: 'L$400' }).check({ force: true });
  await page.getByText('Change due L$20').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Change: L$20').waitFor();
  expect(await newest()).toMatchObject({ changeUSD: '0.00', changeLRD: '20.00', assumed: false });
  await tile(page, 'Club Beer').click();
  expect(await received(page).getByRole('radio', { name: 'Exact $' }).isChecked()).toBe(true);
});

it('takes cash and another method whose reference can be used only once', async () => {
  const page = await openTill(3);
  const reference = uniqueName('8842');
  await received(page).getByRole('radio', { name: 'Other' }).check({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Cash received' });
  await dialog.getByLabel('Amount USD').fill('4');
  await dialog.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('$2.00 / L$380 is still to pay').waitFor();
  await dialog.getByRole('button', { name: 'Add method' }).click();
  await dialog.getByText('MTN MoMo: 0886 123 456').waitFor();
  await dialog.getByLabel('Currency').selectOption('LRD');
  await dialog.getByLabel('Amount', { exact: true }).fill('380');
  await dialog.getByRole('button', { name: 'Process Sale' }).click();
  await dialog.getByText('MTN MoMo needs a reference').waitFor();
  await dialog.getByLabel('Reference').fill(reference);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Process Sale' }).click();
  await page.getByText('Sale completed').waitFor();
  expect((await newest()).tenders).toMatchObject([
    { method: 'cash', currency: 'USD', amount: '4.00' },
    { method: 'mtn_momo', currency: 'LRD', amount: '380.00' },
  ]);
  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.getByText('MTN MoMo').waitFor();
  await page.keyboard.press('Escape');

  await tile(page, 'Club Beer').click();
  await page.getByRole('button', { name: /Open cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByLabel('Payment Method').selectOption({ label: 'MTN MoMo' });
  await cart.getByLabel('Reference').fill(reference.toUpperCase());
  await cart.getByRole('button', { name: 'Process Sale' }).click();
  await cart
    .locator('.field')
    .getByText(/This reference was used/)
    .waitFor();
});

it('takes by card at most what is due, and says so at the field', async () => {
  const { id } = await productOf(manager, 'Club Beer');
  const customerName = uniqueName('Ma Kou');
  await manager.send('POST', '/api/orders', {
    orderType: 'takeout',
    customerName,
    items: [{ productId: id, quantity: 2 }],
  });
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'bartender');
  await page.goto('/table-service');
  const card = page.locator('article.order', { hasText: customerName });
  await deed(card, 'Payment');
  const form = page.getByRole('dialog', { name: 'Process Payment' });
  await form.getByRole('radio', { name: 'Card' }).check({ force: true });
  await typeAmounts(form);
  await form.getByLabel('Amount USD').fill('20');
  await form.getByText('A card cannot give change').waitFor();
  await expectAccessible(page);
  const before = await newest();
  await form.getByRole('button', { name: 'Process Payment' }).click();
  expect(await newest()).toEqual(before);
  await form.getByLabel('Amount USD').fill('');
  await form.getByLabel('Amount LRD').fill('500');
  await form.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByText('Received L$500. Still owed $1.37 / L$260.').waitFor();
  expect((await newest()).tenders).toMatchObject([{ method: 'card', currency: 'LRD', amount: '500.00' }]);
});

it('takes a payment by several methods, and refunds it by another', async () => {
  const { id } = await productOf(manager, 'Club Beer');
  const customerName = uniqueName('Ma Hawa');
  const order = await manager.send<{ id: number }>('POST', '/api/orders', {
    orderType: 'takeout',
    customerName,
    items: [{ productId: id, quantity: 5 }],
  });
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'manager');
  await page.goto('/table-service');
  const card = page.locator('article.order', { hasText: customerName });
  await deed(card, 'Payment');
  const form = page.getByRole('dialog', { name: 'Process Payment' });
  await form.getByRole('radio', { name: 'Mixed' }).check({ force: true });
  await form.getByLabel('Amount USD').fill('7');
  await form.getByRole('button', { name: 'Add method' }).click();
  await form.getByLabel('Amount', { exact: true }).fill('4');
  await form.getByLabel('Reference').fill(uniqueName('A77'));
  await form.getByText('Change due $1.00').waitFor();
  await form.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByText('Payment Processed').waitFor();
  expect(await newest()).toMatchObject({ orderId: order.id, paymentMethod: 'mixed', changeUSD: '1.00' });
  await page.getByRole('button', { name: 'View receipt' }).click();

  await page.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByRole('button', { name: 'Void 5 × Club Beer' }).click();
  const ask = page.getByRole('dialog', { name: 'Void an Item' });
  await ask.getByText('Give the guest $7.00 back in cash, $3.00 by MTN MoMo. The sale is removed').waitFor();
  await ask.getByLabel('Reason').fill('Went off');
  await ask.getByRole('radio', { name: 'Another way' }).check({ force: true });
  await ask.getByLabel('Currency').selectOption('LRD');
  await ask.getByLabel('Amount', { exact: true }).fill('5');
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await ask.getByText('Give back $10.00 / L$1,900').waitFor();
  await expectAccessible(page);
  await ask.getByLabel('Amount', { exact: true }).fill('1900');
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByText('Item voided').waitFor();
  expect(await newest()).toMatchObject({
    kind: 'refund',
    tenders: [{ method: 'cash', currency: 'LRD', amount: '-1900.00' }],
  });
});
