/** A night with two purses and a drawer: what each phone counts, and what the Z says on the screen and on paper. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { type Colleague, hire, isIn, PASSWORD } from './support/devices';
import { type FakePrinter, openPrinter } from './support/printer';

let printer: FakePrinter;
let bar: Bar;
let admin: Api;
let fatu: Colleague;
let hawa: Colleague;
let musa: Colleague;
// A box for each test: a night cannot be played twice on one.
beforeEach(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  admin = await apiAs(bar, 'admin');
  const prices = { 'Club Beer': '2.00', Heineken: '13.74' };
  for (const [name, priceUSD] of Object.entries(prices)) {
    const { id } = await productOf(admin, name);
    await admin.send('PATCH', `/api/products/${id}`, { currency: 'USD', priceUSD, priceLRD: null });
  }
  await admin.send('PUT', '/api/settings', { cash: { mode: 'purses' } });
  fatu = await hire(bar, admin, 'Fatu');
  hawa = await hire(bar, admin, 'Hawa');
  musa = await hire(bar, admin, 'Musa');
  const purse = { kind: 'purse', usualFloatUSD: '20.00', usualFloatLRD: '2000.00' };
  await admin.send('POST', '/api/tills', { ...purse, name: "Hawa's purse", userId: hawa.id });
  await admin.send('POST', '/api/tills', { ...purse, name: "Musa's purse", userId: musa.id });
});
afterEach(async () => {
  await bar?.close();
  printer?.close();
});

async function phoneOf(colleague: Colleague): Promise<Page> {
  const page = await newPhone(bar);
  await page.goto('/login');
  await page.getByLabel('Username').fill(colleague.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await isIn(page);
  return page;
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const at = (page: Page, path: string) => new URL(page.url()).pathname === path || page.goto(path);

/** A whole night takes a slow machine longer than other tests. */
const NIGHT_MS = 180_000;

/** Shows a till under Drawer. Who may use only one has no choice. */
async function showTill(page: Page, till: string, isOnly = false): Promise<void> {
  await at(page, '/drawer');
  if (!isOnly) await page.getByLabel('Till', { exact: true }).selectOption({ label: till });
  await page.getByRole('heading', { level: 1, name: till }).waitFor();
}

/** Types how many there are of each note and coin. */
async function counts(page: Page, pieces: Record<string, number>): Promise<void> {
  for (const currency of ['US dollars', 'Liberian dollars']) {
    const isOurs = (name: string) => name.startsWith('L$') === (currency === 'Liberian dollars');
    await page.getByRole('radio', { name: new RegExp(currency) }).check({ force: true });
    for (const [name, quantity] of Object.entries(pieces).filter(([piece]) => isOurs(piece)))
      await page.getByRole('textbox', { name, exact: true }).fill(String(quantity));
  }
}

/** Counts the till on the screen, and opens it. */
async function opensShift(page: Page, pieces: Record<string, number>, floatFrom?: string) {
  await counts(page, pieces);
  if (floatFrom) {
    await page.getByLabel('Float from').selectOption({ label: floatFrom });
    await page.getByLabel('Float USD').fill('20');
    await page.getByLabel('Float LRD').fill('2000');
  }
  await button(page, 'Open Shift').click();
  await page.getByText(/^Open since/).waitFor();
}

const received = (page: Page) => page.getByRole('radiogroup', { name: 'Cash received' });

/** Puts products into the cart of Quick Service, up to the money. */
async function fillsCart(page: Page, ...names: string[]): Promise<void> {
  await at(page, '/bartender');
  for (const name of names)
    await page
      .getByRole('button')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
      .click();
  await received(page).waitFor();
}
/** The bar that has just come takes no tap that was aimed at what was there before. */
async function picks(page: Page, choice: string): Promise<void> {
  const radio = received(page).getByRole('radio', { name: choice, exact: true });
  const tap = async () => {
    await radio.check({ force: true }).catch(() => {});
    return radio.isChecked();
  };
  await expect.poll(tap).toBe(true);
}
async function takes(page: Page, choice: string, change?: string): Promise<void> {
  await picks(page, choice);
  await button(page, 'Process Sale').click();
  await page
    .locator('.sold')
    .getByText(change ?? /^Sold/)
    .first()
    .waitFor();
}

/** Does something with the cash of the till on the screen. */
async function moves(page: Page, kind: string, fill: (dialog: Locator) => Promise<unknown>) {
  await button(page, kind).click();
  const dialog = page.getByRole('dialog', { name: kind });
  await fill(dialog);
  await button(dialog, kind).click();
  await dialog.waitFor({ state: 'detached' });
}

async function accepts(page: Page, from: Colleague, usd: string, lrd: string): Promise<void> {
  const banner = page.locator('.drawer-note', { hasText: `Transfer from ${from.username}` });
  await button(banner, 'Accept').click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByLabel('Amount USD').fill(usd);
  await dialog.getByLabel('Amount LRD').fill(lrd);
  await button(dialog, 'Accept').click();
  await banner.waitFor({ state: 'detached' });
}

async function closes(page: Page, pieces: Record<string, number>, restTo?: string): Promise<void> {
  await button(page, 'Count and Close').click();
  await counts(page, pieces);
  if (restTo) await page.getByLabel('Rest goes to').selectOption({ label: restTo });
  await button(page, 'Submit Count').click();
}
async function isDone(page: Page): Promise<void> {
  await page.getByText('Counted, thank you').waitFor();
  await button(page, 'Done').click();
}

it('is counted on three phones, and the Z says to the cent what is missing', {
  timeout: NIGHT_MS,
}, async () => {
  const [bartop, floor, terrace] = [await phoneOf(fatu), await phoneOf(hawa), await phoneOf(musa)];

  // $60 + L$6,000 in the drawer, of which Musa's purse gets $20 + L$2,000. Hawa's has $10 + L$1,000.
  await showTill(bartop, 'Drawer', true);
  await opensShift(bartop, { $20: 3, 'L$1,000': 6 });
  await showTill(floor, "Hawa's purse");
  await opensShift(floor, { $10: 1, 'L$1,000': 1 });
  await showTill(terrace, "Musa's purse");
  await opensShift(terrace, { $20: 1, 'L$1,000': 2 }, 'Drawer');

  // The drawer: +L$400 −L$20, then +$20 −$6 −L$50. Hawa: +$2. Musa: +$4 +L$380.
  await fillsCart(bartop, 'Club Beer');
  await bartop.getByRole('link', { name: 'Drawer' }).waitFor();
  await takes(bartop, 'L$400', 'L$20');
  await fillsCart(bartop, 'Heineken');
  await takes(bartop, '$20', '$6 + L$50');
  await fillsCart(floor, 'Club Beer');
  await takes(floor, 'Exact $');
  await fillsCart(terrace, 'Club Beer', 'Club Beer', 'Club Beer');
  await picks(terrace, 'Other');
  const cash = terrace.getByRole('dialog', { name: 'Cash received' });
  await cash.getByLabel('Amount USD').fill('4');
  await cash.getByLabel('Amount LRD').fill('380');
  await button(cash, 'Process Sale').click();
  await terrace.locator('.sold').waitFor();

  // The drawer pays L$750 for ice. Musa gives $10 for L$1,900, and $5 to the drawer.
  await showTill(bartop, 'Drawer', true);
  await moves(bartop, 'Pay Out', async (dialog) => {
    await dialog.getByLabel('Amount LRD').fill('750');
    await dialog.getByRole('radio', { name: 'Ice' }).check({ force: true });
  });
  await bartop.getByText(/ · Ice$/).waitFor();
  await showTill(terrace, "Musa's purse");
  await moves(terrace, 'Exchange', async (dialog) => {
    await dialog.getByLabel('Dollars out, $').fill('10');
    await dialog.getByLabel('Liberian dollars in, L$').fill('1900');
    await dialog.getByText('At 190: even').waitFor();
  });
  await moves(terrace, 'Transfer', async (dialog) => {
    await dialog.getByLabel('Amount USD').fill('5');
    await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Drawer' });
  });
  await accepts(bartop, musa, '5', '');

  // Hawa hands in $11 of $12, all to the drawer: her Z is short $1.00. Fatu finds L$20 less than Hawa counted.
  await showTill(floor, "Hawa's purse");
  await closes(floor, { $10: 1, $1: 1, 'L$1,000': 1 }, 'Drawer');
  await isDone(floor);
  await accepts(bartop, hawa, '11', '980');

  // Fatu has $70 and L$4,560, and hands all of it to Hawa, who confirms it.
  await button(bartop, 'Hand Over').click();
  await counts(bartop, { $20: 3, $10: 1, 'L$1,000': 4, L$500: 1, L$20: 3 });
  await bartop.getByLabel('Hand over to').selectOption({ label: hawa.name });
  await bartop.getByText(`${hawa.name} confirms $70.00 + L$4,560 on their own sign-in.`).waitFor();
  await button(bartop, 'Submit Count').click();
  await isDone(bartop);
  await showTill(floor, 'Drawer');
  await floor.getByText('You took over Drawer: $70.00 + L$4,560.').waitFor();
  await expectAccessible(floor);
  await button(floor, 'Confirm').click();
  await floor.getByText('You took over').waitFor({ state: 'detached' });

  // Musa's purse should hold $9 + L$4,280; L$50 are missing.
  await closes(terrace, { $5: 1, $2: 2, 'L$1,000': 4, L$100: 2, 'L$10 coin': 3 }, 'Safe');
  await isDone(terrace);

  // $10 of the drawer's $70 are missing: counted once more, also after a reload, then it is closed.
  const found = { $20: 3, 'L$1,000': 4, L$500: 1, L$20: 3 };
  await closes(floor, found);
  await floor.getByText('Please count once more').waitFor();
  await expectAccessible(floor);
  await floor.reload();
  await floor.getByText('The first count stays on record.').waitFor();
  await counts(floor, found);
  await button(floor, 'Submit Count').click();
  await floor.getByText('Counted, thank you').waitFor();
  await printer.waitUntilPrinted('COUNT SLIP');
  await theZsSayIt();
});

/** The manager reads the Zs, and prints the last one. */
async function theZsSayIt(): Promise<void> {
  const office = await newPhone(bar);
  await signIn(office, 'manager');
  await office.goto('/shifts');
  const closed = office.getByRole('region', { name: 'Closed' }).getByRole('listitem');
  await closed.nth(3).waitFor();
  const rows = await closed.allInnerTexts();
  expect(rows.map((row) => [/Z-\d+/.exec(row)?.[0], /(Short|Over|Exact).*/.exec(row)?.[0]])).toEqual([
    ['Z-000004', 'Short $10.00'],
    ['Z-000003', 'Short L$50'],
    ['Z-000002', 'Exact'],
    ['Z-000001', 'Short $1.00'],
  ]);
  await office.getByRole('link', { name: 'Z-000004' }).click();
  await office.getByText('counted $60.00, should be $70.00').waitFor();
  await office.getByText('counted L$4,560, should be L$4,560').waitFor();
  await button(office, 'Print').click();
  await printer.waitUntilPrinted('Z-000004');
  await printer.waitUntilPrinted('Manager ___');
  for (const line of [
    /EXPECTED +\$70\.00 +L\$4,560/,
    /COUNTED +\$60\.00 +L\$4,560/,
    /OVER\/SHORT +-\$10\.00 +L\$0/,
  ])
    expect(printer.received()).toMatch(line);
  await office.goto('/shifts/report');
  const shortOrOver = office.getByRole('listitem').filter({ hasText: 'Z-000001' });
  await shortOrOver.getByText('At hand-in −L$20').waitFor();
}

it('is exact after a night in which nobody touched the amounts', async () => {
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawer', blindCount: false } });
  const { id } = await productOf(admin, 'Ginger juice');
  await admin.send('PATCH', `/api/products/${id}`, { currency: 'LRD', priceLRD: '250.00', priceUSD: null });
  const phone = await phoneOf(musa);
  await showTill(phone, 'Drawer', true);
  await opensShift(phone, { $20: 2, 'L$1,000': 4 });
  const sales = { 'Club Beer': 'Exact $', Heineken: '$13 + L$140', 'Ginger juice': 'Exact L$' };
  for (const [product, preselected] of Object.entries(sales)) {
    await fillsCart(phone, product);
    await expect.poll(() => received(phone).locator('label:has(:checked)').textContent()).toBe(preselected);
    await button(phone, 'Process Sale').click();
    await phone.locator('.sold').waitFor();
  }
  // A table that pays what its sheet preselects.
  const { id: tableId, tableNumber } = await freeTable(admin);
  const items = [{ productId: (await productOf(admin, 'Heineken')).id, quantity: 1 }];
  const order = { orderType: 'dine_in', customerName: 'Garmai', tableId, items };
  await admin.send('POST', '/api/orders', order);
  await phone.goto('/table-service');
  await button(phone, `Table ${tableNumber}`).click();
  await button(phone.getByRole('dialog', { name: `Table ${tableNumber}` }), 'Pay').click();
  const pay = phone.getByRole('dialog', { name: 'Process Payment' });
  await expect.poll(() => received(phone).locator('label:has(:checked)').textContent()).toBe('$13 + L$140');
  await button(pay, 'Process Payment').click();
  await pay.waitFor({ state: 'detached' });
  // $40 + $2 + 2 × $13, and L$4,000 + 2 × L$140 + L$250.
  await showTill(phone, 'Drawer', true);
  await closes(phone, {
    ...{ $20: 3, $5: 1, $1: 3 },
    ...{ 'L$1,000': 4, L$500: 1, L$20: 1, 'L$10 coin': 1 },
  });
  await phone.getByText('Exact', { exact: true }).waitFor();
  const z = await admin.get<{ assumed: object }>('/api/z/Z-000001');
  expect(z.assumed).toMatchObject({ count: 4, amountUSD: '28.00', amountLRD: '530.00' });
});

it('asks once which of two drawers takes the cash', async () => {
  await admin.send('PUT', '/api/settings', { cash: { mode: 'drawers' } });
  const { id } = await admin.send<{ id: number }>('POST', '/api/tills', {
    name: 'Terrace',
    kind: 'drawer',
    shared: true,
  });
  const count = { amountUSD: '0.00', amountLRD: '0.00', pieces: [] };
  for (const tillId of [1, id]) await admin.send('POST', '/api/shifts', { tillId, count });
  const phone = await phoneOf(musa);
  await fillsCart(phone, 'Club Beer');
  await phone.getByRole('link', { name: 'Which till?' }).waitFor();
  await picks(phone, 'Exact $');
  await button(phone, 'Process Sale').click();
  const question = phone.getByRole('dialog', { name: 'Which till?' });
  await button(question, 'Terrace').waitFor();
  await expectAccessible(phone);
  await button(question, 'Terrace').click();
  await phone.locator('.sold').waitFor();
  await phone.getByRole('link', { name: 'Terrace' }).waitFor();
  await expectAccessible(phone);
  await phone.reload();
  await fillsCart(phone, 'Club Beer');
  await takes(phone, 'Exact $');
  const payments = await admin.get<{ tillName: string }[]>('/api/payments');
  expect(payments.slice(0, 2).map(({ tillName }) => tillName)).toEqual(['Terrace', 'Terrace']);
});
