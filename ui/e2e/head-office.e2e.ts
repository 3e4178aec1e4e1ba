/** Head office at the box: a code that is wrong, and what a box says that is connected. Head office itself is not there: its answers are made up. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';

const LINK = {
  state: 'beside',
  url: 'https://head.example:8444',
  name: 'Sunset Group',
  pairedAt: '2026-11-21T10:00:00Z',
  pairedBy: 'admin',
  position: null,
  journal: 6000,
  entriesBehind: 20,
  nextTryAt: null,
  error: 'Head office counts another box of this bar since 2026-11-21. If that box took over, stop this one.',
  directives: { waiting: 0, applied: 0, refused: 0 },
};

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
afterAll(() => bar?.close());

async function signedIn(user: 'admin' | 'bartender'): Promise<Page> {
  const page = await newPhone(bar);
  await page.route('**/api/head-link', (route) => route.fulfill({ json: LINK }));
  await signIn(page, user);
  return page;
}

it('refuses a wrong code at its field, and a bar without head office shows nothing else of it', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'admin');
  await page.goto('/settings#head');
  const part = page.getByRole('region', { name: 'Head office', exact: true });
  await part.getByText('Not connected').waitFor();
  await part.getByLabel('Address').fill('https://head.example:8444');
  await part.getByLabel('Code').fill('wrong');
  await part.getByRole('button', { name: 'Connect' }).click();
  await part.getByText('This code is wrong, used or older than 15 minutes').waitFor();
  await expectAccessible(page);
  await page.goto('/exchange-rate');
  await page.getByLabel('New Rate').waitFor();
  expect(await page.getByText('Head office').count()).toBe(0);
});

it('tells admins on every screen that another box counts, and bartenders nothing', async () => {
  const banner = (page: Page) =>
    page.getByText('Head office counts another box of this bar since 21 Nov 2026');
  const admin = await signedIn('admin');
  for (const path of ['/inventory', '/sales', '/tables']) {
    await admin.goto(path);
    await banner(admin).waitFor();
  }
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'See the connection' }).click();
  await admin.getByText('5,980 of 6,000 entries').waitFor();
  await admin.getByText('Another box counts', { exact: true }).waitFor();
  await expectAccessible(admin);
  const bartender = await signedIn('bartender');
  await bartender.goto('/sales');
  await bartender.getByRole('main').waitFor();
  expect(await banner(bartender).count()).toBe(0);
});
