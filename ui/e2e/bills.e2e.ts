/** Moving items, merging, handing over and splitting an order on a phone: by item, by guest, in equal shares. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf, type Table, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';
import { deed, orderCard, unfold } from './support/orders';

interface Order {
  id: number;
  status: string;
  paymentStatus: string;
  receiptNumber: string | null;
  totalAmountUSD: string;
  servedBy: string;
  tableId: number | null;
  splitIndex: number | null;
  items: { id: number; productName: string; quantity: number }[];
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
});
afterAll(() => bar?.close());

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const card = orderCard;
const orderOf = (id: number) => api.get<Order>(`/api/orders/${id}`);

/** 5 Club Beer and a rice. */
async function placeOrder(customerName: string, table?: Table): Promise<Order> {
  const [beer, rice] = [await productOf(api, 'Club Beer'), await productOf(api, 'Cassava leaf with rice')];
  return api.send('POST', '/api/orders', {
    customerName,
    orderType: table ? 'dine_in' : 'takeout',
    tableId: table?.id,
    items: [
      { productId: beer.id, quantity: 5 },
      { productId: rice.id, quantity: 1 },
    ],
  });
}

async function phoneAt(path: string, size = PHONE): Promise<Page> {
  const page = await newPhone(bar, size);
  await signIn(page, 'bartender');
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function openMore(page: Page, order: Order, part: string): Promise<Locator> {
  const number = page.getByText(new RegExp(`#${order.id}$`));
  await deed(page.locator('article.order', { has: number }), part);
  return dialog(page, part);
}

describe('an order on its card', () => {
  it('has items moved to a new order, and is merged with it again', async () => {
    const name = uniqueName('Musu');
    const order = await placeOrder(name);
    const page = await phoneAt('/table-service');
    const move = await openMore(page, order, 'Move Items');
    const more = button(move.getByRole('listitem').filter({ hasText: 'Club Beer' }), 'One more');
    await more.click();
    await more.click();
    await move.getByLabel('To').selectOption('New order');
    await button(move, 'Move').click();
    await page.getByText('Items moved').waitFor();
    await card(page, `${name}/2`).waitFor();
    expect((await orderOf(order.id)).items.map(({ quantity }) => quantity)).toEqual([3, 1]);
    const merge = await openMore(page, order, 'Merge Orders');
    await merge.getByLabel(new RegExp(`${name}/2`)).check();
    await button(merge, 'Merge into this order').click();
    await page.getByText('Orders merged').waitFor();
    const whole = await orderOf(order.id);
    expect(whole.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(6);
  });

  it('moves to another table, also one that is reserved', async () => {
    const name = uniqueName('Kou');
    const from = await freeTable(api);
    const order = await placeOrder(name, from);
    const to = await freeTable(api);
    await api.send('PATCH', `/api/tables/${to.id}/status`, { status: 'reserved' });
    const page = await phoneAt('/table-service');
    const move = await openMore(page, order, 'Move Table');
    await button(move, `Table ${to.tableNumber} · Reserved`).click();
    await button(dialog(page, `Table ${to.tableNumber} is reserved. Move anyway?`), 'Move Anyway').click();
    await page.getByText('Table moved').waitFor();
    expect((await orderOf(order.id)).tableId).toBe(to.id);
  });

  it('is handed over to a colleague', async () => {
    const name = uniqueName('Fatu');
    const order = await placeOrder(name);
    const page = await phoneAt('/table-service');
    const hand = await openMore(page, order, 'Hand Over');
    await hand.getByLabel('To').selectOption({ index: 1 });
    await button(hand, 'Hand Over').click();
    await page.getByText('Handed over').waitFor();
    const { servedBy } = await orderOf(order.id);
    expect(servedBy).not.toBe('bartender');
    await (await unfold(card(page, name))).getByText(`Served by ${servedBy}`).waitFor();
  });
});

describe('Split Bill', () => {
  it('makes two bills by item, each paid by itself', async () => {
    const name = uniqueName('Saye');
    const order = await placeOrder(name);
    const page = await phoneAt('/table-service');
    await deed(card(page, name), 'Split');
    await page.getByRole('heading', { name: 'Split Bill' }).waitFor();
    await button(page, 'Tap items for bill 2').waitFor();
    await button(page, 'One Club Beer to bill 2').click();
    await button(page, 'One Club Beer to bill 2').click();
    await expectAccessible(page);
    await button(page, 'Split into 2 Bills').click();
    await page.getByRole('heading', { name: '2 bills' }).waitFor();
    await expectAccessible(page);
    const second = page.getByRole('article', { name: 'Bill 2 of 2' });
    await button(second, 'Payment').click();
    const pay = dialog(page, 'Process Payment');
    await button(pay, 'Process Payment').click();
    await page.getByText('Payment Processed').waitFor();
    await button(page.getByRole('dialog').last(), 'Close').click();
    await second.getByText('Paid', { exact: true }).waitFor();
    expect(await button(page, 'Undo Split').count()).toBe(0);
    const stays = await orderOf(order.id);
    expect([stays.paymentStatus, stays.receiptNumber, stays.splitIndex]).toEqual(['unpaid', null, 1]);
  });

  it('makes a bill per guest, and puts them together again', async () => {
    const order = await placeOrder(uniqueName('Konah'));
    const page = await phoneAt(`/split/${order.id}`);
    await page.getByText('By Guest').click();
    await page.getByLabel('Guest, Club Beer').selectOption('A');
    await button(page, 'Split by Guest').click();
    await page.getByRole('heading', { name: '2 bills' }).waitFor();
    await button(page, 'Undo Split').click();
    await page.getByText('Orders merged').waitFor();
    await page.getByRole('heading', { name: 'Split Bill' }).waitFor();
    expect((await orderOf(order.id)).items).toHaveLength(2);
  });

  it('takes equal shares, and gives one receipt with the last', async () => {
    const order = await placeOrder(uniqueName('Ama'));
    const page = await phoneAt(`/split/${order.id}`);
    await page.getByText('Equal Shares').click();
    for (const part of [1, 2]) {
      await button(page, `Take Part ${part}`).click();
      const pay = dialog(page, 'Process Payment');
      await pay.getByText(`Part ${part} of 2`).waitFor();
      await button(pay, 'Process Payment').click();
      await pay.waitFor({ state: 'hidden' });
      if (part === 1) {
        await page.getByText('next to pay').waitFor();
        await expectAccessible(page);
        expect((await orderOf(order.id)).receiptNumber).toBeNull();
      }
    }
    await dialog(page, 'Digital Receipt').waitFor();
    expect((await orderOf(order.id)).receiptNumber).not.toBeNull();
  });

  it('says so when the order is paid', async () => {
    const order = await placeOrder(uniqueName('Jartu'));
    await api.send('POST', `/api/orders/${order.id}/payment`, { amountUSD: '100.00' });
    const page = await phoneAt(`/split/${order.id}`);
    await page.getByText('This order cannot be split').waitFor();
  });
});
