/** The counter under concurrency: two tabs, two phones, reloads, live updates, and use without a mouse. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, freeTable, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { deed, typeAmounts } from './support/orders';

interface Order {
  id: number;
  customerName: string;
  paymentStatus: string;
  tableNumber: number | null;
}

/** The longest time for a change to appear on another phone (product.md). */
const LIVE_UPDATE_MS = 1_000;

let bar: Bar;
let api: Api;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const ordersOf = async (customer: string) =>
  (await api.get<Order[]>('/api/orders')).filter(({ customerName }) => customerName === customer);
const tile = (page: Page, name: string) =>
  page.locator('.tile').filter({ has: page.getByText(name, { exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

async function openAt(path: string, viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.goto(path);
  return page;
}

/** Opens another tab of the same browser, which shares its session. */
async function secondTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

/** Clicks all targets before any page can react to the other clicks. */
async function clickAtOnce(targets: Locator[]): Promise<void> {
  const elements = await Promise.all(targets.map((target) => target.elementHandle()));
  await Promise.all(elements.map((element) => element?.evaluate((it) => (it as HTMLElement).click())));
}

it('sells a cart once when two tabs of one browser sell it at the same moment', async () => {
  const one = await openAt('/bartender');
  const other = await secondTab(one, '/bartender');
  const before = await productOf(api, 'Heineken');
  await tile(one, 'Heineken').click();
  await other.getByText('1 item', { exact: false }).waitFor();
  await clickAtOnce([one, other].map((tab) => button(tab, 'Process Sale')));
  for (const tab of [one, other]) {
    await tab.getByText('1 item', { exact: false }).waitFor({ state: 'hidden' });
    await button(tab, 'Process Sale').waitFor({ state: 'hidden' });
  }
  expect((await productOf(api, 'Heineken')).stock).toBe(before.stock - 1);
  // The next sale has a new key.
  await tile(other, 'Heineken').click();
  await button(other, 'Process Sale').click();
  await button(other, 'Process Sale').waitFor({ state: 'hidden' });
  expect((await productOf(api, 'Heineken')).stock).toBe(before.stock - 2);
});

it('creates an order once when two tabs of one browser send it at the same moment', async () => {
  const one = await openAt('/table-service');
  await one.locator('#quick summary').click();
  await one.locator('.quick').getByRole('button').and(one.locator(':enabled')).first().click();
  await button(dialog(one, 'Select Drinks'), 'Done').click();
  await dialog(one, 'New Drink Order').getByLabel('Customer Name').fill('Nyemah Of Two Tabs');
  const other = await secondTab(one, '/table-service');
  await button(other, 'New Drink Order').click();
  await dialog(other, 'New Drink Order').getByText('1 item(s) selected').waitFor();
  await clickAtOnce([one, other].map((tab) => button(dialog(tab, 'New Drink Order'), 'Create Drink Order')));
  for (const tab of [one, other])
    await tab.locator('article.order', { hasText: 'Nyemah Of Two Tabs' }).first().waitFor();
  await expect.poll(() => ordersOf('Nyemah Of Two Tabs')).toHaveLength(1);
});

it('creates an order for a table in three taps, without a keyboard', async () => {
  const { tableNumber } = await freeTable(api);
  const table = `Table ${tableNumber}`;
  const page = await openAt('/table-service');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await tap(button(page, table));
  await tap(dialog(page, table).locator('.tile:enabled').first());
  await tap(button(dialog(page, table), 'Create Drink Order'));
  await page.locator('article.order').filter({ hasText: 'Dine In' }).getByText(table).first().waitFor();
  expect(taps).toBe(3);
  expect(await ordersOf(table)).toMatchObject([{ tableNumber }]);
});

it('takes a mixed payment with the number pad only', async () => {
  const { id } = await productOf(api, 'Club Beer');
  await api.send('POST', '/api/orders', {
    customerName: 'Lorpu Of The Pad',
    orderType: 'takeout',
    items: [{ productId: id, quantity: 4 }],
  });
  const page = await openAt('/table-service');
  const card = page.locator('article.order', { hasText: 'Lorpu Of The Pad' });
  await deed(card, 'Payment');
  const pay = dialog(page, 'Process Payment');
  await typeAmounts(pay);
  for (const name of ['Amount USD', 'Amount LRD'])
    expect(await pay.getByLabel(name).getAttribute('inputmode')).toBe('none');
  await button(pay, '5').click();
  await pay.getByText('Remaining').waitFor();
  await pay.getByLabel('Amount LRD').click();
  // $3.00 remain, which is L$570 at 190; the guest pays L$1,000.
  for (const key of ['1', '0', '00']) await button(pay, key).click();
  await pay.getByText('Fully Paid').waitFor();
  await pay.getByText('Change due $2 + L$50').waitFor();
  await button(pay, 'Change L$430').click();
  await pay.getByText('Change due L$430').waitFor();
  await expectAccessible(page);
  await button(pay, 'Process Payment').click();
  await page.locator('.paid-report .big').getByText('L$430', { exact: true }).waitFor();
  await expectAccessible(page);
  await button(page, 'View receipt').click();
  await dialog(page, 'Digital Receipt').getByText('Lorpu Of The Pad').waitFor();
  // The change is still there when the receipt is closed, and no toast lay over either.
  expect(await page.locator('.toast').count()).toBe(0);
  await button(dialog(page, 'Digital Receipt'), 'Close').click();
  await page.locator('.paid-report .big').getByText('L$430', { exact: true }).waitFor();
  expect(await ordersOf('Lorpu Of The Pad')).toMatchObject([
    { paymentStatus: 'paid', paidAmountUSD: '5.00', paidAmountLRD: '570.00' },
  ]);
});

it('sells the last bottle to only one of two phones that press at the same moment', async () => {
  const { id } = await productOf(api, 'Guinness Foreign Extra');
  const phones = [await openAt('/bartender'), await openAt('/bartender')];
  await admin.send('PUT', `/api/products/${id}`, { stock: 1 });
  for (const phone of phones) {
    await tile(phone, 'Guinness Foreign Extra').getByText('1 left').waitFor();
    await tile(phone, 'Guinness Foreign Extra').click();
  }
  await clickAtOnce(phones.map((phone) => button(phone, 'Process Sale')));
  const outcomes = await Promise.all(
    phones.map(async (phone) => {
      const sold = phone.getByText('Sale completed');
      const refused = phone.getByText(/Only 0 units available|Failed to process sales|Cart updated/);
      await sold.or(refused).first().waitFor();
      return (await sold.count()) > 0;
    }),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect((await productOf(api, 'Guinness Foreign Extra')).stock).toBe(0);
});

it('shows changes of other phones within a second, and keeps the typed text', async () => {
  const { id } = await productOf(api, 'Club Beer');
  const till = await openAt('/bartender');
  const tables = await openAt('/table-service', DESKTOP);
  const credit = await openAt('/credit');
  await tile(till, 'Club Beer').waitFor();
  await till.getByRole('searchbox').fill('club');
  await button(tables, 'New Drink Order').click();
  const form = dialog(tables, 'New Drink Order');
  await form.getByLabel('Customer Name').fill('Half a na');
  await credit.getByRole('searchbox').fill('sackie');

  const times: number[] = [];
  const timeUntil = async (change: () => Promise<unknown>, shown: Locator) => {
    await change();
    const since = performance.now();
    await shown.first().waitFor({ state: 'attached' });
    times.push(performance.now() - since);
  };
  await timeUntil(
    () => admin.send('PUT', `/api/products/${id}`, { stock: 777 }),
    tile(till, 'Club Beer').getByText('777 left'),
  );
  await timeUntil(
    () =>
      api.send('POST', '/api/orders', {
        customerName: 'Sackie Live',
        orderType: 'takeout',
        items: [{ productId: id, quantity: 1 }],
      }),
    tables.locator('article.order', { hasText: 'Sackie Live' }),
  );
  await timeUntil(
    () => api.send('PATCH', '/api/tables/10/status', { status: 'occupied' }),
    tables.locator('.spot', { hasText: 'Occupied' }).filter({ has: tables.getByText('10', { exact: true }) }),
  );
  await timeUntil(
    () => admin.send('POST', '/api/exchange-rate', { rate: 195 }),
    tile(till, 'Club Beer').getByText('L$390'),
  );
  await timeUntil(
    () => api.send('POST', '/api/credit', { customerName: 'Sackie Live', productId: id, quantity: 1 }),
    credit.getByRole('listitem').filter({ hasText: 'Sackie Live' }),
  );
  expect(Math.max(...times)).toBeLessThan(LIVE_UPDATE_MS);
  expect(await till.getByRole('searchbox').inputValue()).toBe('club');
  expect(await form.getByLabel('Customer Name').inputValue()).toBe('Half a na');
  expect(await credit.getByRole('searchbox').inputValue()).toBe('sackie');
  await admin.send('POST', '/api/exchange-rate', { rate: 190 });
});

it('restores half-typed forms after a reload, until they are cancelled', async () => {
  const page = await openAt('/sales');
  await button(page, 'Quick Sale').click();
  const sale = dialog(page, 'Quick Sale');
  await sale.getByLabel('Product').selectOption({ label: 'Club Beer' });
  await sale.getByLabel('Quantity').fill('7');
  await page.reload();
  await button(page, 'Quick Sale').click();
  await sale.getByText(/in stock/).waitFor();
  expect(await sale.getByLabel('Quantity').inputValue()).toBe('7');
  await button(sale, 'Cancel').click();
  await button(page, 'Quick Sale').click();
  expect(await sale.getByLabel('Quantity').inputValue()).toBe('1');

  await page.goto('/credit');
  await button(page, 'Add Credit').click();
  await dialog(page, 'Add Credit').getByLabel('Customer Name').fill('Half a customer');
  await page.reload();
  await button(page, 'Add Credit').click();
  expect(await dialog(page, 'Add Credit').getByLabel('Customer Name').inputValue()).toBe('Half a customer');

  await page.goto('/table-service');
  const card = page.locator('article.order').filter({ hasText: 'Unpaid', hasNotText: 'On Credit' }).first();
  await deed(card, 'Payment');
  const pay = dialog(page, 'Process Payment');
  await typeAmounts(pay);
  await button(pay, '3').click();
  await page.reload();
  await deed(card, 'Payment');
  await expect
    .poll(async () => [
      await pay.getByLabel('Amount USD').inputValue(),
      await pay.getByLabel('Amount LRD').inputValue(),
    ])
    .toContain('3');
});

it('opens a dialog with its frame first and its content in a later frame, and returns the focus', async () => {
  const page = await openAt('/table-service');
  await page.locator('.spot').first().waitFor();
  await page.evaluate(() => {
    const seen: { modal: boolean; filled: boolean; title: string; risen: number }[] = [];
    Object.assign(window, { seen });
    const recordFrame = () => {
      const dialog = document.querySelector('dialog');
      const article = dialog?.querySelector('article');
      if (dialog && article)
        seen.push({
          modal: dialog.matches(':modal'),
          filled: dialog.querySelector('form') !== null,
          title: dialog.querySelector('h2')?.textContent ?? '',
          risen: Number(article.getAnimations()[0]?.currentTime ?? Number.POSITIVE_INFINITY),
        });
      if (seen.length < 5) requestAnimationFrame(recordFrame);
    };
    // In the tap's own frame, before it is painted.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('dialog')) return;
      observer.disconnect();
      recordFrame();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await button(page, 'New Drink Order').click();
  const form = dialog(page, 'New Drink Order');
  await form.getByLabel('Customer Name').waitFor();
  await page.waitForFunction(() => (window as unknown as { seen: unknown[] }).seen.length === 5);
  const seen = await page.evaluate(
    () =>
      (window as unknown as { seen: { modal: boolean; filled: boolean; title: string; risen: number }[] })
        .seen,
  );
  expect(seen[0]).toMatchObject({ title: 'New Drink Order', filled: false, modal: false });
  expect(seen.at(-1)).toMatchObject({ title: 'New Drink Order', filled: true, modal: true });
  // The opening animation runs only once.
  const risen = seen.map((frame) => frame.risen);
  expect(risen).toEqual([...risen].sort((one, other) => one - other));
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New Drink Order');
  await page.context().close();
});

it('moves the focus to the next item when one is paid and removed', async () => {
  for (const quantity of [1, 2, 3])
    await api.send('POST', '/api/credit', {
      customerName: 'Zoe Focus',
      productId: (await productOf(api, 'Club Beer')).id,
      quantity,
    });
  const page = await openAt('/credit');
  await page.getByRole('button', { name: 'Zoe Focus' }).click();
  const sheet = dialog(page, 'Zoe Focus');
  const owed = sheet.getByRole('button', { name: 'Mark Paid: Club Beer' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const receipt = dialog(page, 'Digital Receipt');
  for (const left of [2, 1]) {
    await owed.first().focus();
    await page.keyboard.press('Enter');
    await receipt.getByText('Zoe Focus').waitFor();
    await expect.poll(() => owed.count()).toBe(left);
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Mark Paid');
  }
  await button(sheet, 'Pay All').focus();
  await page.keyboard.press('Enter');
  await receipt.getByText('Zoe Focus').waitFor();
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(BUTTON|A)$/);
});

it('logs no errors and requests nothing from other hosts, on every screen of the counter', async () => {
  const problems: string[] = [];
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await newPhone(bar, viewport);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol !== 'blob:' && protocol !== 'data:' && `http://${host}` !== bar.url)
        problems.push(request.url());
    });
    await signIn(page, 'bartender');
    const paths = ['/bartender', '/sales', '/credit', '/customer-tab', '/table-service', '/receipts'];
    for (const path of [...paths, '/bartender-dashboard', '/menu', '/customer-menu']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await page.context().close();
  }
  expect(problems).toEqual([]);
});
