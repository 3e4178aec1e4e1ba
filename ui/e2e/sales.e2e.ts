/** The sales dashboard and the quick sale. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, PHONE, signIn } from './support/box';

interface Analytics {
  totalRevenue: string;
  salesCount: number;
  totalQuantity: number;
  firstHour: number;
  heatMap: { date: string; hours: string[]; hoursAll: string[] }[];
}

let bar: Bar;
let api: Api;
beforeAll(async () => {
  bar = await openBar();
  api = await apiAs(bar, 'bartender');
});
afterAll(() => bar?.close());

async function openSales(viewport = PHONE): Promise<Page> {
  const page = await newPhone(bar, viewport);
  await signIn(page, 'bartender');
  await page.getByRole('table', { name: 'Sales Heat Map' }).waitFor();
  return page;
}
const card = (page: Page, name: string) => page.locator('dl', { hasText: name });
const count = (number: number) => number.toLocaleString('en-US');
const dollars = (amount: string) =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

it('shows the same figures as the API', async () => {
  const analytics = await api.get<Analytics>('/api/sales/analytics');
  const page = await openSales();
  await card(page, 'Total Revenue').getByText(dollars(analytics.totalRevenue), { exact: true }).waitFor();
  await card(page, 'Total Revenue')
    .getByText(`${count(analytics.salesCount)} transactions`)
    .waitFor();
  await card(page, 'Units Sold').getByText(count(analytics.totalQuantity)).waitFor();

  const rows = page.getByRole('table', { name: 'Sales Heat Map' }).locator('tbody tr');
  expect(await rows.count()).toBe(7);
  // 9 AM to 9 PM, and every other hour in which anything was sold: the demo sells after midnight.
  const isShown = (_: string, place: number) => {
    const hour = (analytics.firstHour + place) % 24;
    return (
      (hour >= 9 && hour <= 21) || analytics.heatMap.some(({ hoursAll }) => Number(hoursAll[place]) !== 0)
    );
  };
  for (const [index, day] of analytics.heatMap.entries()) {
    const shown = day.hoursAll.filter(isShown);
    expect(await rows.nth(index).getByRole('cell').allTextContents()).toEqual(shown.map(dollars));
    expect(shown.length).toBeGreaterThan(13);
  }
  const busiest = Math.max(...analytics.heatMap.flatMap(({ hoursAll }) => hoursAll.map(Number)));
  await page
    .getByText('Busiest:')
    .getByText(dollars(String(busiest)))
    .waitFor();
  await page.getByRole('heading', { name: 'Top Performing Products' }).waitFor();
  const recent = page.locator('section', { hasText: 'Recent Sales' }).getByRole('listitem');
  await recent.first().waitFor();
  expect(await recent.count()).toBe(10);
});

it('records a quick sale, and shows it on another phone at once', async () => {
  const page = await openSales();
  const other = await openSales(DESKTOP);
  const analytics = await api.get<Analytics>('/api/sales/analytics');
  await page.getByRole('button', { name: 'Quick Sale' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick Sale' });
  await dialog.getByRole('button', { name: 'Record Sale' }).click();
  await page.getByText('Missing information').waitFor();
  await page.getByText('Please select a product and quantity').waitFor();
  await dialog.getByLabel('Product').selectOption({ label: 'Club Beer' });
  await dialog.getByLabel('Quantity').fill('0');
  await dialog.getByRole('button', { name: 'Record Sale' }).click();
  await page.getByText('Quantity must be greater than 0').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByLabel('Payment Method').selectOption({ label: 'Digital Payment' });
  await dialog.getByRole('button', { name: 'Record Sale' }).click();
  await page.getByText('Sale recorded').waitFor();
  for (const phone of [page, other]) {
    await card(phone, 'Total Revenue')
      .getByText(`${count(analytics.salesCount + 1)} transactions`)
      .waitFor();
    await phone.locator('section', { hasText: 'Recent Sales' }).getByText('3 × Club Beer').first().waitFor();
  }
});

it('passes the accessibility checks on phone and desktop', async () => {
  for (const size of [PHONE, DESKTOP]) await expectAccessible(await openSales(size));
});
