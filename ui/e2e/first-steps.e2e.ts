/** The path of a new bar: from the list along all steps, with the bar that leads on and covers nothing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bar, FIRST_PASSWORD, newPhone, openBar, PHONE } from './support/box';
import { problemOf } from './support/reach';
import { openSize } from './support/sizes';
import { pressable } from './support/taps';
import { problemsOf } from './support/walk';

const PASSWORD = 'keeper-of-beer';

/** The steps in their order. */
const STEPS = [
  '/settings/business',
  '/exchange-rate',
  '/settings/cash',
  '/inventory',
  '/settings/tables',
  '/settings/printing',
  '/admin?show=users',
  '/settings/screens',
  '/qr?all',
];

let bar: Bar;
beforeAll(async () => {
  bar = await openBar({ demo: false });
  await setPassword();
});
afterAll(() => bar?.close());

/** The first sign-in of a new bar. */
async function setPassword(): Promise<void> {
  const origin = bar.url.replace(/\/\/[^:]+/, '//127.0.0.1');
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token: string };
  };
  const { token } = await post('/api/auth/login', { username: 'admin', password: FIRST_PASSWORD });
  await post('/api/auth/change-password', { currentPassword: FIRST_PASSWORD, newPassword: PASSWORD }, token);
}

async function opensList(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
}

const guide = (page: Page) => page.getByRole('complementary', { name: 'First steps' });
const address = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const go = (page: Page) => guide(page).getByRole('link', { name: 'Next step' });

it('leads from the list along every step, and covers no control of theirs', async () => {
  const page = await openSize(bar, PHONE);
  await opensList(page);
  await guide(page).getByText(`Step 1 of ${STEPS.length}`).waitFor();
  for (const [at, step] of STEPS.entries()) {
    await go(page).click();
    await expect.poll(() => address(page)).toBe(step);
    await guide(page)
      .getByText(`Step ${at + 1} of ${STEPS.length}`)
      .waitFor();
    await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'));
    expect(await problemOf(go(page), false), step).toBeNull();
    for (const docked of await page.locator('.docked').all())
      expect(await problemOf(docked, false), step).toBeNull();
    expect(await problemsOf(page), step).toEqual([]);
  }
  // What was skipped comes again.
  await go(page).click();
  await expect.poll(() => address(page)).toBe(STEPS[0]);
});

it('ticks a step that is done, and goes on to the next', async () => {
  const page = await newPhone(bar);
  await opensList(page);
  await page.getByRole('link', { name: 'Name your business', exact: true }).click();
  await page.getByLabel('Business Name').fill('Moonlight Bar');
  await pressable(page, 'Save').first().click();
  await page.getByText('Settings saved').waitFor();
  await guide(page)
    .getByRole('link', { name: /^Step 1 / })
    .click();
  await page.getByRole('link', { name: 'Name your business (done)', exact: true }).waitFor();
  await guide(page).getByText(`Step 2 of ${STEPS.length}`).waitFor();

  // The tables of this bar, with two numbers.
  await page.getByRole('link', { name: /^Set up tables/ }).click();
  await page.getByLabel('How many tables?').fill('14');
  await page.getByLabel('Seats at each').fill('4');
  await pressable(page, 'Set up tables').click();
  await page.getByText('14 tables set up').waitFor();
  await page.getByText('Table 14', { exact: true }).waitFor();
  expect(await page.getByText('4 seats', { exact: true }).count()).toBe(14);
  await go(page).click();
  await expect.poll(() => address(page)).toBe('/settings/printing');
});
