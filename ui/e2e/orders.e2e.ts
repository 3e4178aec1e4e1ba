/** Open orders on a phone: tables, the list, items taken off, totals to the cent, orders on a tab, and the ways to the dashboard. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, type Product, productOf, type Table, uniqueName } from './support/api';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { deed, orderCard, typeAmounts, unfold } from './support/orders';

interface Order {
  id: number;
  status: string;
  paymentStatus: string;
  customerName: string;
  totalAmountUSD: string;
  totalAmountLRD: string;
  items: { id: number; productName: string; quantity: number; notes: string | null }[];
}

let bar: Bar;
let api: Api;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const card = orderCard;
const chosen = (page: Page) => page.getByRole('radiogroup', { name: 'Show' }).locator('label:has(:checked)');
const stockOf = async (name: string) => (await productOf(api, name)).stock;
const orderOf = (id: number) => api.get<Order>(`/api/orders/${id}`);
const setStatus = (id: number, ...steps: string[]) =>
  steps.reduce<Promise<unknown>>(
    (before, status) => before.then(() => api.send('PATCH', `/api/orders/${id}/status`, { status })),
    Promise.resolve(),
  );

async function placeOrder(
  customerName: string,
  items: Record<string, number>,
  table?: Table,
): Promise<Order> {
  const lines = Object.entries(items).map(async ([name, quantity]) => ({
    productId: (await productOf(api, name)).id,
    quantity,
  }));
  return api.send('POST', '/api/orders', {
    customerName,
    orderType: table ? 'dine_in' : 'takeout',
    tableId: table?.id,
    items: await Promise.all(lines),
  });
}

async function openTables(username: 'bartender' | 'manager' = 'bartender'): Promise<Page> {
  const page = await newPhone(bar);
  await signIn(page, username);
  await page.goto('/table-service');
  await page.locator('.spot').first().waitFor();
  await page.getByRole('radiogroup', { name: 'Show' }).waitFor();
  return page;
}

/** The amount beside this word on an order's card. */
const fact = async (order: Locator, name: string) =>
  (await (
    await unfold(order)
  )
    .locator('dl.facts dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .textContent()) ?? '';

describe('a table with guests', () => {
  it('shows what they owe, who they are and since when, and opens their orders', async () => {
    const [first, second] = [uniqueName('Konah'), uniqueName('Saye')];
    const table = await freeTable(api);
    const page = await openTables();
    const name = `Table ${table.tableNumber}`;
    await placeOrder(first, { 'Club Beer': 2, 'Cassava leaf with rice': 1 }, table);
    const at = button(page, name);
    await at.getByText('$8.50').waitFor();
    await at.getByText('L$1,615').waitFor();
    await at.getByText(first.split(' ')[0] ?? first).waitFor();
    await at.getByText('0 min').waitFor();

    await at.click();
    const bill = dialog(page, name);
    await bill.getByText(`${first} · 0 min`).waitFor();
    await bill.getByText('Cassava leaf with rice').waitFor();
    await placeOrder(second, { 'Club Beer': 1 }, table);
    const orders = bill.getByRole('radiogroup', { name: 'Orders' });
    await expect.poll(() => orders.getByRole('radio').count()).toBe(2);
    await orders.getByText(second, { exact: false }).click();
    await bill.getByText(`${second} · 0 min`).waitFor();

    await button(bill, /^More for /).click();
    await button(dialog(page, /^Order #/), 'New Drink Order').click();
    const form = dialog(page, name);
    await form.getByText('New Drink Order · ').waitFor();
    await button(form, 'Close').click();
    expect(await at.getAttribute('aria-pressed')).toBe('true');
  });

  it('starts a new order for it when they have none', async () => {
    const table = await freeTable(api);
    await api.send('PATCH', `/api/tables/${table.id}/status`, { status: 'occupied' });
    const page = await openTables();
    await button(page, `Table ${table.tableNumber}`).click();
    await dialog(page, `Table ${table.tableNumber}`).getByText('New Drink Order · ').waitFor();
  });
});

describe('the list of orders', () => {
  it('starts with what is open: served orders stay until they are paid, paid ones until they are served', async () => {
    const [owing, walkIn] = [uniqueName('Garmai'), uniqueName('Fatu')];
    const served = await placeOrder(owing, { 'Club Beer': 2 });
    await setStatus(served.id, 'preparing', 'ready', 'served');
    const paid = await placeOrder(walkIn, { Heineken: 1 });
    await api.send('POST', `/api/orders/${paid.id}/payment`, { amountUSD: 3, paymentMethod: 'cash' });

    const page = await openTables();
    expect(await chosen(page).textContent()).toContain('Open');
    await (await unfold(card(page, owing))).getByText('Served', { exact: true }).waitFor();
    // A paid order has one step left, and is gone with it.
    await (await unfold(card(page, walkIn))).getByText('Paid', { exact: true }).first().waitFor();
    expect(await card(page, walkIn).getByRole('button').allInnerTexts()).toEqual(['Mark Served', 'Receipt']);
    await deed(card(page, walkIn), 'Mark Served');
    await card(page, walkIn).waitFor({ state: 'detached' });
    expect(await orderOf(paid.id)).toMatchObject({ status: 'served', paymentStatus: 'paid' });
    await api.send('POST', `/api/orders/${served.id}/payment`, { amountUSD: 4, paymentMethod: 'cash' });
    await card(page, owing).waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'All' }).check();
    await card(page, owing).waitFor();
  });

  it('has one step in a bar that works without Preparing and Ready', async () => {
    const guest = uniqueName('Hawa');
    const { id } = await placeOrder(guest, { 'Club Beer': 1 });
    await admin.send('PUT', '/api/settings', { orders: { steps: false } });
    const page = await openTables();
    const show = page.getByRole('radiogroup', { name: 'Show' });
    await deed(card(page, guest), 'Mark Served');
    await card(page, guest).getByText('Served', { exact: true }).waitFor();
    expect((await orderOf(id)).status).toBe('served');
    for (const step of ['Preparing', 'Ready']) expect(await show.getByText(step).count()).toBe(0);
    await admin.send('PUT', '/api/settings', { orders: { steps: true } });
  });
});

describe('items that are taken off', () => {
  it('come back with undo, for six seconds', async () => {
    const guest = uniqueName('Kebbeh');
    const { id } = await placeOrder(guest, { 'Club Beer': 4 });
    const page = await openTables();
    await deed(card(page, guest), 'Edit Items');
    const edit = dialog(page, 'Edit Items');
    const row = edit.locator('.item-row');
    const undo = button(row, 'Undo');
    // At once: a slow machine has six seconds too.
    await button(row, 'One less').click();
    await undo.click();
    await row.getByText('4 × Club Beer').waitFor();
    expect((await orderOf(id)).items[0]?.quantity).toBe(4);

    const pressed = Date.now();
    await button(row, 'One less').click();
    await undo.waitFor();
    await undo.waitFor({ state: 'detached' });
    expect(Date.now() - pressed).toBeGreaterThan(5_000);
    expect((await orderOf(id)).items[0]?.quantity).toBe(3);
  });

  it('ask for a reason once they are served, and stay out of stock', async () => {
    const guest = uniqueName('Siah');
    const { id } = await placeOrder(guest, { Heineken: 2, 'Pepper soup': 1 });
    await setStatus(id, 'preparing', 'ready', 'served');
    const before = [await stockOf('Heineken'), await stockOf('Pepper soup')];
    const page = await openTables();
    await deed(card(page, guest), 'Edit Items');
    const edit = dialog(page, 'Edit Items');
    for (const item of ['2 × Heineken', '1 × Pepper soup']) {
      await button(edit.locator('.item-row', { hasText: item }), 'Remove').click();
      const ask = dialog(page, `Take off ${item}?`);
      expect(await ask.getByLabel('Return to stock').isChecked()).toBe(false);
      await button(ask, 'Take off').click();
      await ask.getByText('Reason is required').waitFor();
      expect((await orderOf(id)).items.map(({ productName }) => productName)).toContain(item.slice(4));
      await ask.getByLabel('Reason').fill('Sent back');
      await button(ask, 'Take off').click();
      await ask.waitFor({ state: 'detached' });
    }
    expect((await orderOf(id)).items).toEqual([]);
    expect([await stockOf('Heineken'), await stockOf('Pepper soup')]).toEqual(before);
  });

  it('go back or not, one by one, when an order that is ready is cancelled', async () => {
    const guest = uniqueName('Tenneh');
    const { id } = await placeOrder(guest, { Heineken: 2, 'Pepper soup': 1 });
    await setStatus(id, 'preparing', 'ready');
    const before = [await stockOf('Heineken'), await stockOf('Pepper soup')] as const;
    const page = await openTables();
    await deed(card(page, guest), 'Cancel Order');
    const ask = dialog(page, 'Cancel this order?');
    expect(await ask.getByLabel('2 × Heineken').isChecked()).toBe(true);
    expect(await ask.getByLabel('1 × Pepper soup').isChecked()).toBe(false);
    await button(ask, 'Cancel Order').click();
    await ask.getByText('Reason is required').waitFor();
    await ask.getByLabel('Reason').fill('Guests left');
    await button(ask, 'Cancel Order').click();
    await ask.waitFor({ state: 'detached' });
    expect((await orderOf(id)).status).toBe('cancelled');
    expect([await stockOf('Heineken'), await stockOf('Pepper soup')]).toEqual([before[0] + 2, before[1]]);
  });

  it('stay out of stock when a served order is voided, unless the manager says otherwise', async () => {
    const guest = uniqueName('Musu');
    const { id } = await placeOrder(guest, { Heineken: 2, 'Pepper soup': 1 });
    await setStatus(id, 'preparing', 'ready', 'served');
    const before = [await stockOf('Heineken'), await stockOf('Pepper soup')] as const;
    const page = await openTables('manager');
    await deed(card(page, guest), 'Void Order');
    const ask = dialog(page, 'Void this order?');
    for (const item of ['2 × Heineken', '1 × Pepper soup'])
      expect(await ask.getByLabel(item).isChecked()).toBe(false);
    await ask.getByLabel('2 × Heineken').check();
    await ask.getByLabel('Reason').fill('Wrong table');
    await button(ask, 'Void Order').click();
    await ask.waitFor({ state: 'detached' });
    expect([await stockOf('Heineken'), await stockOf('Pepper soup')]).toEqual([before[0] + 2, before[1]]);
  });
});

it('takes a note for an item until it is served', async () => {
  const guest = uniqueName('Ciatta');
  const { id } = await placeOrder(guest, { 'Pepper soup': 1 });
  const page = await openTables();
  await deed(card(page, guest), 'Edit Items');
  const edit = dialog(page, 'Edit Items');
  await button(edit, 'Note on Pepper soup').click();
  await edit.getByLabel('Note on Pepper soup').fill('no pepper');
  await page.keyboard.press('Enter');
  await button(edit, 'Note on Pepper soup: no pepper').waitFor();
  await card(page, guest).getByText('no pepper').waitFor({ state: 'attached' });
  expect((await orderOf(id)).items[0]?.notes).toBe('no pepper');
  await setStatus(id, 'preparing', 'ready', 'served');
  await edit.locator('button.note-button:disabled').waitFor();
});

describe('total and due', () => {
  it('agree to the cent on every card of the demo bar', async () => {
    const page = await openTables();
    const unpaid = page.locator('article.order').filter({ hasText: 'Unpaid', hasNotText: 'On Credit' });
    expect(await unpaid.count()).toBeGreaterThan(2);
    for (const order of await unpaid.all()) {
      expect(await fact(order, 'Payment due')).toBe(await fact(order, 'Total'));
    }
  });

  it('agree on the card, in the payment and on the receipt, and paying either leaves no change', async () => {
    const soda = uniqueName('Soda');
    // Three at L$350 are $5.52 by their price, and $5.53 by their total.
    await admin.send<Product>('POST', '/api/products', {
      name: soda,
      currency: 'LRD',
      priceLRD: 350,
      stock: 60,
    });
    const page = await openTables();
    for (const [exact, label] of [
      ['Exact $', 'Amount USD'],
      ['Exact L$', 'Amount LRD'],
    ] as const) {
      const guest = uniqueName('Boakai');
      const { id } = await placeOrder(guest, { [soda]: 3, 'Club Beer': 1 });
      await card(page, guest).waitFor();
      const total = await fact(card(page, guest), 'Total');
      expect(await fact(card(page, guest), 'Payment due')).toBe(total);
      const [usd, lrd] = total.split(' · ') as [string, string];

      await deed(card(page, guest), 'Payment');
      const pay = dialog(page, 'Process Payment');
      expect(await pay.locator('.money.total').first().locator('span').allInnerTexts()).toEqual([usd, lrd]);
      await typeAmounts(pay);
      await button(pay, exact).click();
      const amount = exact === 'Exact $' ? usd.slice(1) : lrd.slice(2).replace(',', '');
      expect(Number(await pay.getByLabel(label).inputValue())).toBe(Number(amount));
      await pay.getByText('Fully Paid').waitFor();
      await button(pay, 'Process Payment').click();

      const receipt = dialog(page, 'Digital Receipt');
      await receipt.getByText(guest).waitFor();
      const text = await receipt.textContent();
      expect(text).toContain(usd);
      expect(text).toContain(lrd);
      await button(receipt, 'Close').click();
      await (await unfold(card(page, guest))).getByText('Paid', { exact: true }).first().waitFor();
      expect(await card(page, guest).getByText('Change given').count()).toBe(0);
      expect(await orderOf(id)).toMatchObject({ paymentStatus: 'paid' });
    }
  });
});

it('says on whose tab an order is, and leads there from its card and from its payment', async () => {
  const [guest, debtor] = [uniqueName('Joe'), uniqueName('Emmanuel Toe')];
  const { id } = await placeOrder(guest, { 'Club Beer': 1 });
  await api.send('POST', `/api/orders/${id}/credit`, { customerName: debtor });
  const page = await openTables();
  await (await unfold(card(page, guest))).getByText(`On ${debtor}'s tab`).waitFor();
  await deed(card(page, guest), 'Payment');
  const pay = dialog(page, 'Process Payment');
  await pay.getByText(`This order is on ${debtor}'s tab. Take the money there.`).waitFor();
  await button(pay, 'Close').click();
  await card(page, guest).getByRole('link', { name: 'Open tab' }).click();
  await dialog(page, debtor).waitFor();

  await page.goto('/table-service');
  await deed(card(page, guest), 'Payment');
  await pay.getByRole('link', { name: 'Open Tabs' }).click();
  await dialog(page, debtor).waitFor();
});

it("leads to the bartender's dashboard from Sales and from the account menu", async () => {
  const page = await newPhone(bar);
  await signIn(page, 'bartender');
  await page.goto('/sales');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
  await page.goto('/sales');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByText('Dashboard', { exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
});
