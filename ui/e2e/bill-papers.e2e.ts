/** The bill before payment, discounts, comps, payments given back, walk-outs and refunds. At the size of a phone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, signIn } from './support/box';
import { deed, unfold } from './support/orders';
import { type FakePrinter, openPrinter } from './support/printer';

interface Order {
  id: number;
  owedUSD: string;
  owedLRD: string;
  paymentStatus: string;
  receiptNumber: string | null;
  grandTotalUSD: string;
  discountUSD: string;
  items: { id: number }[];
}

let bar: Bar;
let printer: FakePrinter;
let admin: Api;
let bartender: Api;
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  admin = await apiAs(bar, 'admin');
  bartender = await apiAs(bar, 'bartender');
  const prices = { currency: 'USD', priceUSD: '2.00', priceLRD: null };
  await admin.send('PATCH', `/api/products/${(await productOf(admin, 'Club Beer')).id}`, prices);
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

async function phoneOf(
  who: 'admin' | 'manager' | 'bartender',
  path: string,
  size?: typeof DESKTOP,
): Promise<Page> {
  const page = await newPhone(bar, size);
  await signIn(page, who);
  await page.goto(path);
  return page;
}
/** At a table, or to take away. */
async function ordersBeers(quantity: number, tableId?: number): Promise<{ order: Order; name: string }> {
  const { id } = await productOf(admin, 'Club Beer');
  const name = uniqueName('Musu');
  const items = [{ productId: id, quantity }];
  const order = await bartender.send<Order>('POST', '/api/orders', {
    ...(tableId === undefined ? { orderType: 'takeout' } : { orderType: 'dine_in', tableId }),
    customerName: name,
    items,
  });
  return { order, name };
}
const orderOf = (id: number) => admin.get<Order>(`/api/orders/${id}`);
const cardOf = (page: Page, name: string) => page.locator('article.order', { hasText: name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
async function openPart(page: Page, name: string, part: string, sheet = part): Promise<Locator> {
  await deed(cardOf(page, name), part);
  const opened = dialog(page, sheet);
  await opened.waitFor();
  return opened;
}

it('bills an order on paper, counts the prints, and lists it until it is paid', async () => {
  const { order, name } = await ordersBeers(2);
  const page = await phoneOf('bartender', '/table-service');
  await deed(cardOf(page, name), 'Bill');
  const sheet = dialog(page, 'Bill');
  await sheet.getByText('NOT PAID').waitFor();
  await sheet.getByText('Print 1', { exact: true }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Print Bill' }).click();
  await page.getByText('Bill printed').waitFor();
  await cardOf(page, name).getByText('Billed', { exact: true }).waitFor();
  await deed(cardOf(page, name), 'Bill');
  await sheet.getByText('Print 2', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Bills', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText('Billed', { exact: true }).waitFor();
  await row.getByText('Print 1').waitFor();
  await expectAccessible(page);
  await row.getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByText(/^Print 1 by bartender/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open Order' }).click();
  await page.locator('article.order').first().getByText(name).first().waitFor();

  // Another phone adds a beer: the list follows.
  await page.goto('/bills');
  await row.getByText('Billed', { exact: true }).waitFor();
  const { id } = await productOf(admin, 'Club Beer');
  await admin.send('POST', `/api/orders/${order.id}/items`, { productId: id, quantity: 1 });
  await row.getByText('Changed after the bill').waitFor();
});

it('shows an admin what was billed and is not paid, with a file and a print of it', async () => {
  const { order } = await ordersBeers(1);
  await admin.send('POST', `/api/orders/${order.id}/bill`, { print: false });
  const page = await phoneOf('admin', '/admin', DESKTOP);
  await page.getByRole('link', { name: /^Billed, not paid \(\d+\)$/ }).click();
  await page.getByRole('heading', { name: 'Bills' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('bills.csv');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByText('The bills are printing').waitFor();
  await page.getByText('Different', { exact: true }).click();
  await expectAccessible(page);
});

it('takes ten percent off, which the card and the sheet of the table say, and off again', async () => {
  const { id: tableId, tableNumber } = await freeTable(admin);
  const { order, name } = await ordersBeers(5, tableId);
  const page = await phoneOf('manager', '/table-service');
  const sheet = await openPart(page, name, 'Discount');
  expect(await sheet.getByRole('radio', { name: '10 %' }).isChecked()).toBe(true);
  await sheet.getByRole('radio', { name: 'Other' }).check({ force: true });
  await sheet.getByRole('button', { name: 'Apply Discount' }).click();
  await sheet.getByText('Enter a percent or an amount').waitFor();
  await expectAccessible(page);
  await sheet.getByLabel('Percent').fill('10');
  await sheet.getByRole('radiogroup', { name: 'Why' }).getByText('Regular guest').click();
  await sheet.getByRole('button', { name: 'Apply Discount' }).click();
  await page.getByText('Discount applied').waitFor();
  expect(await orderOf(order.id)).toMatchObject({ grandTotalUSD: '9.00', discountUSD: '1.00' });
  const off = { term: '−10 % · Regular guest', amount: /^−\$1\.00/ };
  const card = await unfold(cardOf(page, name));
  await card.getByText(off.term, { exact: true }).waitFor();
  await card.getByText(off.amount).waitFor();
  await page.getByRole('button', { name: `Table ${tableNumber}`, exact: true }).click();
  const bill = dialog(page, `Table ${tableNumber}`);
  await bill.getByText(off.term, { exact: true }).waitFor();
  await bill.getByText(off.amount).waitFor();
  await bill.getByRole('button', { name: 'Close' }).click();
  const again = await openPart(page, name, 'Discount');
  await again.getByRole('button', { name: 'Remove Discount' }).click();
  await page.getByText('Discount removed').waitFor();
  expect(await orderOf(order.id)).toMatchObject({ grandTotalUSD: '10.00', discountUSD: '0.00' });
});

it('gives everything free, and closes the order with a receipt of nothing', async () => {
  const { order, name } = await ordersBeers(2);
  const page = await phoneOf('manager', '/table-service');
  const sheet = await openPart(page, name, 'Comp');
  await sheet.getByRole('button', { name: 'One more' }).click();
  await sheet.getByRole('button', { name: 'One more' }).click();
  await sheet.getByRole('radiogroup', { name: 'Why' }).getByText('Staff drink').click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Comp', exact: true }).click();
  await page.getByText('Comp recorded').waitFor();
  const close = await openPart(page, name, 'Close Order');
  await close.getByRole('button', { name: 'Close Order' }).click();
  await page.getByText('Order closed').waitFor();
  expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'paid', grandTotalUSD: '0.00' });
  await page.getByRole('button', { name: 'View receipt' }).click();
  await dialog(page, 'Digital Receipt').getByText(/Comp/).first().waitFor();
});

it('gives a payment back that was keyed wrongly', async () => {
  const { order, name } = await ordersBeers(5);
  await bartender.send('POST', `/api/orders/${order.id}/payment`, {
    paymentMethod: 'cash',
    amountUSD: '4.00',
  });
  const page = await phoneOf('manager', '/table-service');
  const sheet = await openPart(page, name, 'Payments');
  await sheet.getByRole('button', { name: /^Print Slip/ }).click();
  await page.getByText('The slip is printing').waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Give Back/ }).click();
  await sheet.getByRole('radiogroup', { name: 'Why' }).getByText('Entered twice').click();
  await sheet.getByRole('button', { name: 'Give Back', exact: true }).click();
  await page.getByText('Refunded').waitFor();
  await sheet.getByText('Given back', { exact: true }).waitFor();
  expect(await orderOf(order.id)).toMatchObject({ paymentStatus: 'unpaid', owedUSD: '10.00' });
});

it('corrects how a part of an order was paid', async () => {
  const { order, name } = await ordersBeers(5);
  await bartender.send('POST', `/api/orders/${order.id}/payment`, {
    paymentMethod: 'cash',
    amountUSD: '4.00',
  });
  const page = await phoneOf('manager', '/table-service');
  const sheet = await openPart(page, name, 'Payments');
  await sheet.getByRole('button', { name: /^Correct Method/ }).click();
  const correct = dialog(page, 'Correct Method');
  const paidBy = correct.getByRole('group', { name: 'It was paid by' });
  await paidBy.getByLabel('Method', { exact: true }).selectOption('card');
  await expectAccessible(page);
  await correct.getByLabel('Reason').fill('Keyed wrongly');
  await correct.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Payment corrected').waitFor();
  await sheet.getByText('Credit/Debit Card').first().waitFor();
  expect(await orderOf(order.id)).toMatchObject({ owedUSD: '6.00' });
});

it('writes a walk-out off, and turns it into credit when the guest comes back', async () => {
  const { order, name } = await ordersBeers(3);
  const page = await phoneOf('manager', '/table-service');
  const sheet = await openPart(page, name, 'Walk-out');
  await sheet.getByText('What is not paid is written off: $6.00').waitFor();
  await sheet.getByRole('radiogroup', { name: 'Why' }).getByText('Left without paying').click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Record Walk-out' }).click();
  await page.getByText('Walk-out recorded').waitFor();
  await page.goto(`/table-service?order=${order.id}`);
  const back = await openPart(page, name, 'Walk-out');
  await back.getByRole('button', { name: 'Add to Credit' }).click();
  await page.getByText('Added to Credit').waitFor();
});

it('refunds two of five, which makes a receipt of its own', async () => {
  const { order } = await ordersBeers(5);
  await bartender.send('POST', `/api/orders/${order.id}/payment`, {
    paymentMethod: 'cash',
    amountUSD: '10.00',
  });
  const number = (await orderOf(order.id)).receiptNumber ?? '';
  const page = await phoneOf('manager', '/receipts');
  await page.getByLabel('Search receipts').fill(number);
  await page.getByRole('button', { name: 'View' }).first().click();
  const receipt = dialog(page, 'Digital Receipt');
  await receipt.getByRole('button', { name: 'Refund', exact: true }).click();
  const sheet = dialog(page, 'Refund');
  await sheet.getByRole('button', { name: 'Refund 5 × Club Beer' }).click();
  for (const _ of [1, 2, 3]) await sheet.getByRole('button', { name: 'One less' }).click();
  await sheet.getByText('Give the guest $4.00 back in cash. The sale stays.').waitFor();
  await sheet.getByRole('radiogroup', { name: 'Why' }).getByText('Badly made').click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('Refunded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'View receipt' }).click();
  await receipt.getByText(`For ${number}`).waitFor();
  await receipt.getByText('Paid back').waitFor();
  await expectAccessible(page);
});

it('keeps the settings of bills', async () => {
  const page = await phoneOf('admin', '/settings/bills');
  await page.getByLabel('Print payment slips').uncheck();
  await page.getByLabel('Comps without approval ($ a day)').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await expect
    .poll(() => admin.get('/api/settings'))
    .toMatchObject({ bills: { slips: false, compCapUSD: '10.00' } });
  await expectAccessible(page);
});
