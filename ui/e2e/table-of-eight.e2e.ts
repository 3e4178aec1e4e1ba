/** A table of eight on a phone: a couple and a guest pay for what they had, the other five share the rest equally. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { deed, orderCard, typeAmounts } from './support/orders';
import { type FakePrinter, openPrinter } from './support/printer';

interface Order {
  id: number;
  customerName: string;
  paymentStatus: string;
  receiptNumber: string | null;
  grandTotalUSD: string;
  grandTotalLRD: string;
  remainingLRD: string;
  owedUSD: string;
  owedLRD: string;
  splitIndex: number | null;
  shares: { of: number; paid: number; left: number } | null;
  bill: { number: string; state: string } | null;
  items: { productName: string; quantity: number }[];
}

interface Payment {
  paymentMethod: string;
  amountUSD: string;
  amountLRD: string;
  changeUSD: string;
  changeLRD: string;
  share: { part: number; of: number } | null;
}

interface Receipt {
  receiptNumber: string;
  orderId: number | null;
  grandTotalUSD: string;
  grandTotalLRD: string;
  items: { name: string; quantity: number }[];
  payments: unknown[];
}

/** $172.67 or L$32,810 at the demo bar's prices and rate. */
const ORDERED: Record<string, number> = {
  'Moët & Chandon Brut': 1,
  'Club Beer': 8,
  'Gin and tonic': 2,
  'Jollof rice with chicken': 3,
  'Grilled snapper': 2,
  'Pepper soup': 1,
  'Cassava leaf with rice': 1,
  'Beef kebab': 2,
  'Water 50cl': 3,
};
const RATE = 190;
const GUESTS = 8;
const SHARES = 5;
/** A whole table takes a slow machine longer than other tests. */
const TABLE_MS = 180_000;

let printer: FakePrinter;
let bar: Bar;
let manager: Api;
let order: Order;
let problems: string[];
beforeEach(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  const admin = await apiAs(bar, 'admin');
  await admin.send('PUT', '/api/settings', { bills: { slips: true } });
  manager = await apiAs(bar, 'manager');
  problems = [];
});
afterEach(async () => {
  await bar?.close();
  printer?.close();
});

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const billCard = (page: Page, index: number) => page.getByRole('article', { name: `Bill ${index} of 3` });
const cents = (amount: string) => Math.round(Number(amount) * 100);
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const totals = (of: { grandTotalUSD: string; grandTotalLRD: string }[]) => ({
  usd: sum(of.map(({ grandTotalUSD }) => cents(grandTotalUSD))),
  lrd: sum(of.map(({ grandTotalLRD }) => cents(grandTotalLRD))),
});
/** What was kept, in Liberian cents: the rate is whole, so that dollars convert exactly. */
const keptLRD = (payments: Payment[]) =>
  sum(
    payments.map(
      ({ amountUSD, changeUSD, amountLRD, changeLRD }) =>
        (cents(amountUSD) - cents(changeUSD)) * RATE + cents(amountLRD) - cents(changeLRD),
    ),
  );
const quantities = (items: { name: string; quantity: number }[]) => {
  const of: Record<string, number> = {};
  for (const { name, quantity } of items) of[name] = (of[name] ?? 0) + quantity;
  return of;
};

/** The paper that has this text on it, from cut to cut, once it is printed. */
async function paperWith(text: string): Promise<string> {
  const find = () =>
    printer
      .received()
      .split('\x1dV')
      .slice(0, -1)
      .find((paper) => paper.includes(text));
  await expect.poll(find, { message: `a paper with ${text}` }).toBeDefined();
  return find() ?? '';
}

async function stock(): Promise<Record<string, number>> {
  const products = await Promise.all(Object.keys(ORDERED).map((name) => productOf(manager, name)));
  return Object.fromEntries(products.map(({ name, stock: left }) => [name, left]));
}

async function placeOrder(): Promise<Order> {
  const bartender = await apiAs(bar, 'bartender');
  const items = [];
  for (const [name, quantity] of Object.entries(ORDERED))
    items.push({ productId: (await productOf(bartender, name)).id, quantity });
  const { id: tableId } = await freeTable(bartender);
  const place = { orderType: 'dine_in', customerName: 'Ma Kou', tableId, guests: GUESTS };
  return bartender.send('POST', '/api/orders', { ...place, items });
}

async function bartenderPhone(): Promise<Page> {
  const page = await newPhone(bar);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  await signIn(page, 'bartender');
  await page.goto('/table-service');
  return page;
}

/** Everything on the screen lies within the width of the phone. */
const fitsTheWidth = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

/** Bill 2: the couple. Bill 3: a guest. Bill 1 keeps the shared bottle, and what the five had. */
async function splitsByItem(page: Page): Promise<void> {
  await deed(orderCard(page, order.customerName), 'Split');
  await button(page, 'Tap items for bill 2').waitFor();
  await button(page, 'All Beef kebab').click();
  for (const name of ['Pepper soup', 'Cassava leaf with rice', 'Club Beer', 'Club Beer', 'Club Beer'])
    await button(page, `One ${name} to bill 2`).click();
  await button(page, 'One less Club Beer').click();
  await button(page, 'Add Bill').click();
  for (const name of ['Grilled snapper', 'Gin and tonic', 'Water 50cl'])
    await button(page, `One ${name} to bill 3`).click();
  const chips = page.getByRole('radiogroup', { name: 'Bill', exact: true });
  for (const total of ['L$26,180', '$137.78', 'L$3,705', '$19.50', 'L$2,925', '$15.39'])
    await chips.getByText(total, { exact: true }).waitFor();
  await fitsTheWidth(page);
  await button(page, 'Split into 3 Bills').click();
  await page.getByRole('heading', { name: '3 bills' }).waitFor();
  await fitsTheWidth(page);
}

async function printsBill(page: Page, index: number): Promise<void> {
  await button(billCard(page, index), 'Bill').click();
  const sheet = dialog(page, 'Bill');
  await sheet.getByText('NOT PAID').waitFor();
  await sheet.getByText(`Bill ${index} of 3`).waitFor();
  await button(sheet, 'Print Bill').click();
  await page.getByText('Bill printed').waitFor();
  await sheet.waitFor({ state: 'detached' });
}

/** The receipt opens by itself after the payment that settles an order. */
async function closesReceipt(page: Page, customer: string): Promise<void> {
  const receipt = dialog(page, 'Digital Receipt');
  await receipt.getByText(customer, { exact: true }).waitFor();
  await button(receipt, 'Close').click();
  await receipt.waitFor({ state: 'detached' });
}

/** Takes a note for a bill, and gives change. */
async function takesNote(page: Page, index: number, field: string, note: string, change: string) {
  const card = billCard(page, index);
  await button(card, 'Payment').click();
  const pay = dialog(page, 'Process Payment');
  await typeAmounts(pay);
  await pay.getByLabel(field).fill(note);
  await pay.getByText('Fully Paid').waitFor();
  await pay.getByText(`Change due ${change}`).waitFor();
  await button(pay, 'Process Payment').click();
  await page.locator('.paid-report .big').getByText(change, { exact: true }).waitFor();
  await button(page, 'View receipt').click();
  await closesReceipt(page, `Ma Kou/${index}`);
  await button(page, 'Done').click();
  await card.getByText('Paid', { exact: true }).waitFor();
}

/** Takes the next part, as the screen offers it. `fill` types what is handed over. */
async function takesPart(
  page: Page,
  part: number,
  [payIn, amount]: [string, string],
  fill: (pay: Locator) => Promise<unknown>,
): Promise<void> {
  const ways = page.getByRole('radiogroup', { name: 'Pays in' });
  const way = ways.locator('label').filter({ has: page.getByText(payIn, { exact: true }) });
  await way.getByRole('radio').check();
  await way.getByText(amount, { exact: true }).waitFor();
  await button(page, `Take Part ${part}`).click();
  const pay = dialog(page, 'Process Payment');
  await pay.getByText(`Part ${part} of ${SHARES}`).waitFor();
  await fill(pay);
  await pay.getByText('Fully Paid').waitFor();
  await button(pay, 'Process Payment').click();
  await pay.waitFor({ state: 'detached' });
}

/** A note for a part: the change is told before and after it is taken. */
async function takesPartInCash(
  page: Page,
  part: number,
  way: [string, string],
  [field, note, change]: [string, string, string],
): Promise<void> {
  await takesPart(page, part, way, async (pay) => {
    await typeAmounts(pay);
    await pay.getByLabel(field).fill(note);
    await pay.getByText(`Change due ${change}`).waitFor();
  });
  await page.locator('.paid-report .big').getByText(change, { exact: true }).waitFor();
  await button(page, 'Done').click();
}

const partsPaid = (page: Page, paid: number) =>
  page.getByRole('img', { name: `${paid} of ${SHARES} parts paid` }).waitFor();

async function sharesEqually(page: Page): Promise<void> {
  await button(billCard(page, 1), 'Payment').click();
  await dialog(page, 'Process Payment').getByRole('link', { name: 'Split Bill' }).click();
  await page.getByText('Equal Shares', { exact: true }).click();
  const people = page.getByRole('group', { name: 'People' });
  while ((await people.getByRole('status').textContent()) !== String(SHARES))
    await button(people, 'One more').click();
  await page.getByText(`Part ${SHARES}`, { exact: true }).waitFor();

  await takesPartInCash(page, 1, ['$ and L$', '$27 + L$110'], ['Amount USD', '30', '$2 + L$80']);
  await partsPaid(page, 1);
  await fitsTheWidth(page);
  await expectAccessible(page);
  await takesPartInCash(page, 2, ['L$', 'L$5,235'], ['Amount LRD', '6000', 'L$765']);
  await partsPaid(page, 2);
  await takesPart(page, 3, ['L$', 'L$5,235'], async (pay) => {
    await pay.getByRole('radio', { name: 'Mobile' }).check({ force: true });
  });
  await partsPaid(page, 3);
  await takesPart(page, 4, ['$ by card', '$27.56'], async (pay) => {
    expect(await pay.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
  });
  await partsPaid(page, 4);
  expect(await ordersOfTable()).toMatchObject([{ receiptNumber: null, remainingLRD: '5233.60' }, {}, {}]);
  // The screen shows what it comes to in cash; by phone the guest pays what remains to the cent.
  await takesPart(page, 5, ['$ and L$', '$27 + L$105'], async (pay) => {
    await pay.getByRole('radio', { name: 'Mixed' }).check({ force: true });
    await pay.getByLabel('Amount USD').fill('27');
    await button(pay, 'Add method').click();
    await pay.getByLabel('Method', { exact: true }).selectOption({ label: 'Mobile' });
    await pay.getByLabel('Currency').selectOption('LRD');
    await pay.getByLabel('Amount', { exact: true }).fill('103.60');
    await pay.getByText('No change due').waitFor();
  });
}

it('pays two bills by item and the rest in five equal shares, to the cent and with three receipts', {
  timeout: TABLE_MS,
}, async () => {
  const stockBefore = await stock();
  order = await placeOrder();
  expect([order.grandTotalUSD, order.grandTotalLRD]).toEqual(['172.67', '32810.00']);
  const page = await bartenderPhone();
  await splitsByItem(page);
  for (const index of [2, 3]) await printsBill(page, index);
  await takesNote(page, 2, 'Amount USD', '50', '$30 + L$95');
  await takesNote(page, 3, 'Amount LRD', '3000', 'L$75');
  await sharesEqually(page);
  await closesReceipt(page, 'Ma Kou');
  await theSumsAreRight(stockBefore);
  await threeReceiptsWithoutGap();
  await everythingIsOnPaper();
  expect(problems).toEqual([]);
});

/** The orders of the table, from bill 1 to bill 3. */
const ordersOfTable = async () =>
  (await manager.get<Order[]>(`/api/orders?splitGroup=${order.id}`)).sort(
    (one, other) => (one.splitIndex ?? 0) - (other.splitIndex ?? 0),
  );

async function theSumsAreRight(stockBefore: Record<string, number>): Promise<void> {
  const orders = await ordersOfTable();
  const settled = { paymentStatus: 'paid', owedUSD: '0.00', owedLRD: '0.00', shares: null };
  expect(orders).toMatchObject([1, 2, 3].map((splitIndex) => ({ ...settled, splitIndex })));
  const items = orders.flatMap((one) => one.items.map((item) => ({ ...item, name: item.productName })));
  expect(quantities(items)).toEqual(ORDERED);
  expect(totals(orders)).toEqual(totals([order]));

  const payments = [];
  for (const one of orders) {
    const taken = await manager.get<Payment[]>(`/api/orders/${one.id}/payments`);
    expect(keptLRD(taken)).toBe(cents(one.grandTotalLRD));
    payments.push(...taken);
  }
  expect(keptLRD(payments)).toBe(cents(order.grandTotalLRD));
  const methods = payments.map(({ paymentMethod, share }) => `${share?.part ?? 'whole'} ${paymentMethod}`);
  const parts = ['1 cash', '2 cash', '3 mobile', '4 card', '5 mixed'];
  expect(methods).toEqual([...parts, 'whole cash', 'whole cash']);

  const stockAfter = await stock();
  const taken = Object.keys(ORDERED).map((name) => [
    name,
    (stockBefore[name] ?? 0) - (stockAfter[name] ?? 0),
  ]);
  expect(Object.fromEntries(taken)).toEqual(ORDERED);
}

async function threeReceiptsWithoutGap(): Promise<void> {
  const orders = await ordersOfTable();
  const list = await manager.get<Receipt[]>('/api/receipts');
  const ours = list.filter(({ orderId }) => orders.some(({ id }) => id === orderId));
  // Newest first: bill 1 was settled last.
  const [rest, couple, guest] = orders.map(({ id }) => id);
  expect(ours.map(({ orderId }) => orderId)).toEqual([rest, guest, couple]);
  expect(list.slice(0, ours.length)).toEqual(ours);
  const numbers = ours.map(({ receiptNumber }) => Number(receiptNumber.split('-').at(-1)));
  const last = numbers[0] ?? 0;
  expect(numbers).toEqual([last, last - 1, last - 2]);
  const receipts = [];
  for (const { receiptNumber } of ours)
    receipts.push(await manager.get<Receipt>(`/api/receipts/${receiptNumber}`));
  expect(quantities(receipts.flatMap(({ items }) => items))).toEqual(ORDERED);
  expect(totals(receipts)).toEqual(totals([order]));
  expect(receipts.map(({ payments }) => payments.length)).toEqual([SHARES, 1, 1]);
}

/** Each bill, slip and receipt is on the paper once. */
async function everythingIsOnPaper(): Promise<void> {
  const [rest, couple, guest] = await ordersOfTable();
  const bills: [Order | undefined, RegExp[]][] = [
    [couple, [/Bill 2 of 3/, /2 x Beef kebab +L\$950/, /TOTAL +\$19\.50/, /L\$3,705\n/]],
    [guest, [/Bill 3 of 3/, /1 x Water 50cl +L\$75/, /TOTAL +\$15\.39/, /L\$2,925\n/]],
  ];
  for (const [bill, lines] of bills) {
    const paper = await paperWith(bill?.bill?.number ?? 'no bill');
    for (const line of [/BILL - NOT PAID/, /NOT A RECEIPT/, ...lines]) expect(paper).toMatch(line);
  }

  const slips = [
    [/Cash\n/, /Paid +L\$5,240\n/, /Given +\$30\.00\n/, /Change +\$2\.00 \+ L\$80\n/, /pay +L\$20,940\n/],
    [/Cash\n/, /Paid +L\$5,235\n/, /Given +L\$6,000\n/, /Change +L\$765\n/, /pay +L\$15,705\n/],
    [/Mobile\n/, /Paid +L\$5,235\n/, /pay +L\$10,470\n/],
    [/Card\n/, /Paid +\$27\.56\n/, /Order total +\$137\.78\n/, /pay +\$27\.55\n/],
    [/Mixed\n/, /Paid +\$27\.00 \+ L\$103\.60\n/, /Order total +L\$26,180\n/, /pay +L\$0\n/],
  ];
  for (const [index, lines] of slips.entries()) {
    const paper = await paperWith(`Part ${index + 1} of ${SHARES}`);
    for (const line of [/PART PAYMENT/, /NOT A RECEIPT/, /Payment P-\d+/, ...lines])
      expect(paper).toMatch(line);
  }

  const receipts: [Order | undefined, RegExp[]][] = [
    [couple, [/TOTAL +\$19\.50/, /Paid +\$50\.00/, /Change +\$30\.00 \+ L\$95/]],
    [guest, [/TOTAL +\$15\.39/, /Paid +L\$3,000/, /Change +L\$75/]],
    [rest, [/6 x Club Beer +\$12\.00/, /TOTAL +\$137\.78/, /L\$26,180\n/, /Cash +\$30\.00 \(1 of 5\)/]],
    [rest, [/Cash +L\$6,000 \(2 of 5\)/, /Mobile +L\$5,235 \(3 of 5\)/, /Card +\$27\.56 \(4 of 5\)/]],
    [rest, [/Cash +\$27\.00 \(5 of 5\)/, /Mobile +L\$103\.60 \(5 of 5\)/]],
  ];
  for (const [receipt, lines] of receipts) {
    const paper = await paperWith(receipt?.receiptNumber ?? 'no receipt');
    for (const line of lines) expect(paper).toMatch(line);
    expect(paper).not.toContain('COPY');
  }
  for (const [title, count] of Object.entries({ 'BILL - NOT PAID': 2, 'PART PAYMENT': SHARES, TOTAL: 5 }))
    expect([title, printer.count(title)]).toEqual([title, count]);
}
