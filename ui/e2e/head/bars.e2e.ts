/** Head office's screens with three bars: what an owner and an area manager see of them. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/axe';
import { DESKTOP, PHONE } from '../support/box';
import { type Head, openHead, openPage, signIn } from '../support/head';

const SCREENS = [
  '/',
  '/shifts',
  '/open',
  '/stock',
  '/changes',
  '/products',
  '/users',
  '/audit',
  '/add',
  '/import',
];

let head: Head;
beforeAll(async () => {
  head = await openHead();
}, 130_000);
afterAll(() => head?.close());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
}

/** The date so many days before today, as a date field takes it. */
function daysAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return date.toLocaleDateString('sv');
}

/** A bar's card on the first screen. */
const card = (page: Page, bar: string) =>
  page.locator('li.bar-card').filter({ has: page.getByRole('heading', { name: bar, exact: true }) });

it('shows all bars: one live, one silent, and one of which two boxes send', async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await card(page, 'Cape Bar').getByText('Live', { exact: true }).waitFor();
  await card(page, 'Red Light Spot')
    .getByText(/^Silent since \d+ [A-Z][a-z]+$/)
    .waitFor();
  await page.getByText(/^Two boxes of Mamba Grill send\. The one of \d+ \w+ counts\.$/).waitFor();
  expect(await page.locator('li.bar-card').count()).toBe(3);
  await page.getByText('DEMO', { exact: true }).waitFor();
});

it('finds the shift that is short', async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shifts' }).click();
  // The shift may be of last month.
  await page.getByText('Dates', { exact: true }).click();
  await page.getByLabel('From').fill(daysAgo(40));
  await page
    .getByRole('radio', { name: 'Short' })
    .or(page.getByRole('button', { name: 'Short' }))
    .first()
    .click();
  const short = page.getByRole('listitem').filter({ hasText: 'Red Light Spot' });
  await short.getByText('Short $12.00').waitFor();
});

it('gives a code with its picture, and lets a file that is none be refused in words', async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await open(page, '/add');
  await page.getByRole('button', { name: 'Make a code' }).click();
  await page.getByText('Please enter a name').waitFor();
  await page.getByLabel('Name of the bar').fill('Waterside Bar');
  await page.getByRole('button', { name: 'Make a code' }).click();
  await page.getByRole('img', { name: 'QR code with address and code' }).waitFor();
  await expectAccessible(page);
});

it('shows one bar with its box and its histories, and the entries of one', async () => {
  const page = await openPage(head, DESKTOP);
  await signIn(page, 'owner');
  await card(page, 'Mamba Grill').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Mamba Grill', level: 1 }).waitFor();
  for (const title of [
    'By hour',
    'Top products',
    'Staff',
    'Takings',
    'Shifts',
    'Open',
    'Low stock',
    'Voids and discounts',
  ])
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('button', { name: /^Use these books/ }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /^See the entries since/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Entries', level: 1 }).waitFor();
  await page.getByRole('listitem').first().waitFor();
});

it('gives an area manager two bars, who then sees these alone', async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await open(page, '/users');
  await page.getByRole('button', { name: 'Edit manager' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All bars').uncheck();
  await dialog.getByLabel('Cape Bar').check();
  await dialog.getByLabel('Red Light Spot').check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('User updated').waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await signIn(page, 'manager');
  await card(page, 'Cape Bar').waitFor();
  expect((await page.locator('li.bar-card h2').allTextContents()).sort()).toEqual([
    'Cape Bar',
    'Red Light Spot',
  ]);
  expect(await page.getByText('Mamba Grill').count()).toBe(0);
  await open(page, '/users');
  await page.getByRole('heading', { name: 'Only owners can open this page' }).waitFor();
});

describe.each([
  ['a phone', PHONE, 100],
  ['a small phone', { width: 360, height: 640 }, 100],
  ['a phone on its side', { width: 844, height: 390 }, 100],
  ['text at 175 %', { width: 390, height: 844 }, 175],
  ['a computer', DESKTOP, 100],
] as const)('on %s', (_, viewport, text) => {
  it('fits every screen, readable by everybody', async () => {
    const page = await openPage(head, viewport);
    await page.addInitScript((percent) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = `${percent}%`;
      });
    }, text);
    await signIn(page, 'owner');
    for (const path of SCREENS) {
      await open(page, path);
      const sizes = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(sizes[0], path).toBeLessThanOrEqual(sizes[1] ?? 0);
      await expectAccessible(page);
    }
  });
});
