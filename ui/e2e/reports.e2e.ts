/** The reports: last night at a glance, files, and who may open them. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';
import { overflowing } from './support/walk';

interface Sums {
  totalRevenue: string;
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

async function openReports(who: 'admin' | 'manager' = 'admin', viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, who);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  return page;
}
const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const cents = (text: string) => Math.round(100 * Number(text.replace(/[$,]/g, '')));

async function lastNight(): Promise<string> {
  const { heatMap } = await api.get<{ heatMap: { date: string }[] }>('/api/sales/analytics');
  return heatMap.at(-2)?.date ?? '';
}

it('shows the takings of last night without scrolling', async () => {
  const page = await openReports();
  await page.getByText('Last night').click();
  const night = await lastNight();
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe(night);
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(night);
  const { takings } = await api.get<{ takings: { paymentMethod: string }[] }>(
    `/api/admin/sales-report?startDate=${night}&endDate=${night}`,
  );
  // The till and orders have different names for mobile money, which is one row.
  const methods = new Set(takings.map(({ paymentMethod }) => paymentMethod.replace('digital', 'mobile')));
  const rows = page.getByRole('region', { name: 'Takings', exact: true }).locator('tbody tr');
  // And their sum.
  await expect.poll(() => rows.count()).toBe(methods.size + 1);
  const box = await rows.first().boundingBox();
  const bars = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(bars?.y ?? 0);
  await expectAccessible(page);
});

it('sums every part of last night to the same revenue', async () => {
  const page = await openReports('admin', DESKTOP);
  await page.getByText('Last night').click();
  const night = await lastNight();
  const { overallSummary } = await api.get<{ overallSummary: Sums }>(
    `/api/admin/sales-report?startDate=${night}&endDate=${night}`,
  );
  const total = cents(overallSummary.totalRevenue);
  await page
    .getByRole('region', { name: 'Period summary' })
    .getByText(dollars(total), { exact: true })
    .waitFor();
  for (const [name, amount] of [
    ['Sales by Product', '.money > :first-child'],
    ['Sales by Hour', 'tbody td:nth-child(2)'],
    ['Sales by Category', '.money > :first-child'],
    ['All Accounts', '.money > :first-child'],
  ] as const) {
    const amounts = page.getByRole('region', { name }).locator(amount);
    await expect
      .poll(async () => (await amounts.allTextContents()).reduce((sum, text) => sum + cents(text), 0), {
        message: name,
      })
      .toBe(total);
  }
});

it('downloads a part as CSV and for Excel', async () => {
  const page = await openReports();
  await page.getByText('Last night').click();
  const night = await lastNight();
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe(night);
  const part = page.getByRole('region', { name: 'Sales by Product' });
  await part.getByRole('heading', { name: 'Sales by Product' }).click();
  await part.getByRole('listitem').first().waitFor();
  for (const [item, extension, begins] of [
    // After the byte order mark, whose three bytes are these letters in Latin 1.
    ['CSV', 'csv', 'ï»¿Product,Units,Revenue USD'],
    ['Excel', 'xlsx', 'PK'],
  ] as const) {
    await part.getByRole('button', { name: 'Download Sales by Product' }).click();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`products-${night}.${extension}`);
    const content = await readFile(await download.path(), 'latin1');
    expect(content.slice(0, begins.length)).toBe(begins);
  }
});

it('opens for managers where the bar lets them, and says so where not', async () => {
  const page = await openReports('manager');
  await page.getByText('Only admins can open Reports').waitFor();
  expect(new URL(page.url()).pathname).toBe('/reports');
  await expectAccessible(page);
  await api.send('PUT', '/api/settings', { reports: { managers: true } });
  const other = await openReports('manager');
  await other.getByRole('region', { name: 'Period summary' }).waitFor();
  await other
    .getByRole('region', { name: 'All Accounts' })
    .getByRole('button', { name: 'View' })
    .first()
    .click();
  await other.getByRole('heading', { name: 'Sales by Customer' }).waitFor();
  // Also after a reload, when the setting is not known at first.
  await other.reload();
  await other.getByRole('region', { name: 'Period summary' }).waitFor();
  await api.send('PUT', '/api/settings', { reports: { managers: false } });
});

it('fits a small phone', async () => {
  const page = await openReports('admin', { width: 320, height: 568 });
  await page.getByRole('region', { name: 'Sales by Day' }).waitFor();
  expect(await overflowing(page)).toEqual([]);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  await page.getByRole('region', { name: 'Sales by Hour' }).getByRole('table').waitFor();
  expect(await overflowing(page)).toEqual([]);
});
