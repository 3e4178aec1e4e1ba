/** Receipts: search, download, sharing, printing, the guest's page, and voiding an item. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';

interface Row {
  id: number;
  receiptNumber: string;
  totalAmountUSD: string;
  voided: 'none' | 'part' | 'all';
}

let bar: Bar;
let api: Api;
let sold: string;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
  const [product] = await api.get<{ id: number }[]>('/api/products');
  const { receipt } = await api.send<{ receipt: Row }>('POST', '/api/sales/batch', {
    sales: [{ productId: product?.id, quantity: 2 }],
    customerName: 'Musu Kpadeh Of The Tests',
  });
  sold = receipt.receiptNumber;
});
afterAll(() => bar?.close());

async function openReceipts(viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Receipts' }).click();
  await page.getByRole('heading', { name: 'Digital Receipts' }).waitFor();
  await page.getByRole('button', { name: 'View' }).first().waitFor();
  return page;
}

async function allReceipts(): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const before = rows.at(-1)?.id;
    const page = await api.get<Row[]>(`/api/receipts?limit=1000${before ? `&before=${before}` : ''}`);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

it('counts every receipt, not only those of the first page', async () => {
  const page = await openReceipts();
  const rows = await allReceipts();
  expect(rows.length).toBeGreaterThan(200);
  const card = page.locator('dl', { hasText: 'Total receipts' });
  await card.getByText(rows.length.toLocaleString('en-US'), { exact: true }).waitFor();
  const valid = rows.filter(({ voided }) => voided !== 'all');
  const cents = valid.reduce((sum, row) => sum + Math.round(Number(row.totalAmountUSD) * 100), 0);
  const dollars = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await page
    .locator('dl', { hasText: 'Total USD value' })
    .getByText(`$${dollars}`, { exact: true })
    .waitFor();
});

it('finds a receipt by its customer, downloads it and copies it', async () => {
  const page = await openReceipts();
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill('kpadeh of the');
  await page.getByText(sold).waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Digital Receipt' });
  await dialog.getByText('Musu Kpadeh Of The Tests').waitFor();
  // The column of amounts is no wider than it needs to be.
  const [paper, item] = await Promise.all([
    dialog.getByRole('table').boundingBox(),
    dialog.getByRole('cell').first().boundingBox(),
  ]);
  expect((item?.width ?? 0) / (paper?.width ?? 1)).toBeGreaterThan(0.6);
  await expectAccessible(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`receipt-${sold}.txt`);
  const text = readFileSync(await file.path(), 'utf8');
  for (const part of [sold, 'Musu Kpadeh Of The Tests', 'TOTAL', 'in Liberian dollars'])
    expect(text).toContain(part);
  expect(Math.max(...text.split('\n').map((line) => [...line].length))).toBe(42);

  // On plain HTTP the browser has neither the share nor the clipboard API; the receipt must be copied without them.
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('alert').getByText('Receipt copied to clipboard!').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const search = page.getByRole('searchbox');
  await search.fill('');
  await search.press('Control+V');
  expect(await search.inputValue()).toContain(sold);
});

it('prints only the receipt, in the width of the paper roll', async () => {
  const page = await openReceipts(DESKTOP);
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printing';
    };
  });
  await page.getByRole('button', { name: 'View' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Digital Receipt' });
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await page.waitForFunction(() => document.title === 'printing');
  await page.emulateMedia({ media: 'print' });
  const screen = ['banner', 'main', 'navigation'] as const;
  for (const hidden of [...screen.map((role) => page.getByRole(role)), dialog.getByText('Share')])
    expect(await hidden.isVisible()).toBe(false);
  const paper = await page.locator('.paper').boundingBox();
  expect(Math.round(((paper?.width ?? 0) / 96) * 25.4)).toBe(72);
  expect(paper?.x).toBe(0);
});

it('shows a receipt of another phone at once', async () => {
  const page = await openReceipts();
  const [product] = await api.get<{ id: number }[]>('/api/products');
  const { receipt } = await api.send<{ receipt: Row }>('POST', '/api/sales/batch', {
    sales: [{ productId: product?.id, quantity: 1 }],
  });
  await page.getByText(receipt.receiptNumber).waitFor();
  await expectAccessible(page);
});

it('opens on a guest’s phone without staff data and with few requests', async () => {
  const { guestUrl } = await api.get<{ guestUrl: string }>(`/api/receipts/${sold}`);
  const path = new URL(guestUrl).pathname;
  expect(path).toMatch(/^\/r\/[\w-]+$/);
  for (const size of [PHONE, DESKTOP]) {
    const page = await newPhone(bar, size, true);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(path);
    await page.getByText(sold).waitFor();
    const text = await page.locator('.paper').textContent();
    expect(text).toContain('in Liberian dollars');
    expect(text).not.toContain('Served by');
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(requests.filter((url) => /\/api\/(live|receipts|products)\b/.test(url))).toEqual([]);
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(sold);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Receipt copied to clipboard!').waitFor();
  }
  const stranger = await newPhone(bar, PHONE, true);
  await stranger.goto('/r/unknown-token');
  await stranger.getByText('This receipt was not found').waitFor();
});

it('lets a manager void one item and return it to stock', async () => {
  const stock = async () =>
    (await api.get<{ id: number; stock: number; name: string }[]>('/api/products')).slice(0, 2);
  const [first, second] = await stock();
  const { receipt } = await api.send<{ receipt: Row }>('POST', '/api/sales/batch', {
    sales: [
      { productId: first?.id, quantity: 2 },
      { productId: second?.id, quantity: 1 },
    ],
    customerName: 'Hawa Of The Mistake',
  });
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/receipts');
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill('hawa of the');
  await page.getByText(receipt.receiptNumber).waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByRole('button', { name: `Void 2 × ${first?.name}` }).click();
  await expectAccessible(page);
  const ask = page.getByRole('dialog', { name: 'Void an Item' });
  const back = ask.locator('label', { hasText: 'Return the items to stock' });
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await ask.getByLabel('Reason').fill('Wrong bottle');
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await page
    .locator('.toast')
    .getByText(/Give the guest .* back in cash$/)
    .waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // The receipt is behind it, and shows what was voided.
  const paper = page.getByRole('dialog', { name: 'Digital Receipt' });
  await paper.getByText('Partly voided', { exact: true }).waitFor();
  await paper.getByText('Given back, Cash').waitFor();
  await expectAccessible(page);
  expect((await stock()).map((product) => product.stock)).toEqual([first?.stock, (second?.stock ?? 0) - 1]);

  await paper.getByRole('button', { name: 'Void an Item' }).click();
  const lines = page.getByRole('dialog', { name: 'Void an Item' });
  await lines.getByText('Voided', { exact: true }).waitFor();
  await lines.getByRole('button', { name: /^Void \d/ }).click();
  await lines.getByLabel('Reason').fill('Wrong table');
  await lines.getByRole('button', { name: 'Void an Item' }).click();
  await paper.getByRole('button', { name: 'Void an Item' }).waitFor({ state: 'detached' });
  await paper.getByText('Voided', { exact: true }).first().waitFor();
  await paper.getByRole('button', { name: 'Close' }).click();
  await page.locator('li', { hasText: receipt.receiptNumber }).getByText('Voided', { exact: true }).waitFor();
});

it('voids a part of the quantity of a line', async () => {
  const [product] = await api.get<{ id: number; name: string }[]>('/api/products');
  const { receipt } = await api.send<{ receipt: Row }>('POST', '/api/sales/batch', {
    sales: [{ productId: product?.id, quantity: 4 }],
    customerName: 'Kou Of The Four',
  });
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/receipts');
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill(receipt.receiptNumber);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByRole('button', { name: `Void 4 × ${product?.name}` }).click();
  const pieces = page.getByRole('group', { name: /to void$/ });
  for (let taps = 0; taps < 3; taps += 1) await pieces.getByRole('button', { name: 'One less' }).click();
  const ask = page.getByRole('dialog', { name: 'Void an Item' });
  await ask.getByLabel('Reason').fill('One too many');
  await ask.getByRole('button', { name: 'Void an Item' }).click();
  await page.getByText('1 of 4 voided').waitFor();
  const sales = await api.get<{ voidedQuantity: number }[]>(`/api/sales?q=${receipt.receiptNumber}`);
  expect(sales.map(({ voidedQuantity }) => voidedQuantity)).toEqual([1]);
});

it('finds a sale by its amount, and by filters', async () => {
  const [product] = await api.get<{ id: number; name: string }[]>('/api/products');
  const { receipt } = await api.send<{ receipt: Row }>('POST', '/api/sales/batch', {
    sales: [{ productId: product?.id, quantity: 7 }],
  });
  const page = await openReceipts();
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill(`$${receipt.totalAmountUSD}`);
  await page.getByText(receipt.receiptNumber).waitFor();
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill('');
  await page.getByRole('button', { name: '2 days ago' }).click();
  await page.getByText(receipt.receiptNumber).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByText(receipt.receiptNumber).waitFor();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Amount').fill(receipt.totalAmountUSD);
  await page.getByLabel('Item').fill(product?.name ?? '');
  await page.getByText(receipt.receiptNumber).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'View' }).nth(3).waitFor();
});

it('shows the code of a receipt, drawn by the box', async () => {
  const page = await openReceipts();
  await page.getByRole('button', { name: 'View' }).first().click();
  await page.getByRole('button', { name: 'Show code' }).click();
  const code = page.getByRole('img', { name: 'Code of this receipt' });
  await code.waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('.receipt-code')?.naturalWidth === 800,
  );
  expect((await code.boundingBox())?.width).toBeGreaterThan(280);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the receipt' }).click();
  await page.getByRole('dialog', { name: 'Digital Receipt' }).waitFor();
});

it('corrects how a receipt was paid, as a manager', async () => {
  const page = await newPhone(bar, PHONE);
  await signIn(page, 'manager');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Receipts' }).click();
  const [product] = await api.get<{ id: number }[]>('/api/products');
  const sale = await api.send<{ receiptNumber: string; payment: { id: number } }>('POST', '/api/sales', {
    productId: product?.id,
    quantity: 1,
    paymentMethod: 'cash',
    customerName: 'Wrong Method Guest',
  });
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill(sale.receiptNumber);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Correct Method' }).click();
  const sheet = page.getByRole('dialog', { name: 'Correct Method' });
  const paidBy = sheet.getByRole('group', { name: 'It was paid by' });
  await paidBy.getByLabel('Method', { exact: true }).selectOption('card');
  await expectAccessible(page);
  await sheet.getByLabel('Reason').fill('Keyed wrongly');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Payment corrected').waitFor();
  const receipt = page.getByRole('dialog', { name: 'Digital Receipt' });
  await receipt.getByRole('definition').getByText('Credit/Debit Card').waitFor();
  await receipt.getByText(sale.receiptNumber).first().waitFor();
});
