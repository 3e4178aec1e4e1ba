/** The tour: opening automatically and by hand, and all its steps. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import {
  type Bar,
  DESKTOP,
  FIRST_PASSWORD,
  newPhone,
  openBar,
  PHONE,
  signIn,
  signInWith,
} from './support/box';
import { hire, PASSWORD } from './support/devices';

let bar: Bar;
let admin: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
});
afterAll(() => bar?.close());

const stored = (page: Page) =>
  page.evaluate(() => {
    const two = (n: number) => String(n).padStart(2, '0');
    const now = new Date();
    const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    return {
      completed: localStorage.getItem('onboarding_completed'),
      shownToday: localStorage.getItem('onboarding_last_shown') === today,
    };
  });
const tour = (page: Page) => page.getByRole('dialog');

async function takeTour(page: Page) {
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Take Tour' }).click();
  await page.getByText('Step 1 of 7').waitFor();
}

it('opens automatically after two seconds, once for each person', async () => {
  const page = await newPhone(bar, PHONE, true);
  // Measured by the page's own clock, because this test may run slowly on a busy machine.
  await page.addInitScript(() => {
    const markFirst = (selector: string, name: string) => {
      if (document.querySelector(selector) && performance.getEntriesByName(name).length === 0)
        performance.mark(name);
    };
    new MutationObserver(() => {
      markFirst('header [aria-label^="Account"]', 'signed in');
      markFirst('dialog[open]', 'tour');
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await signIn(page, 'manager');
  await page.getByText('Step 1 of 7').waitFor();
  const waited = await page.evaluate(
    () => performance.measure('waited', { start: 'signed in', end: 'tour' }).duration,
  );
  expect(waited).toBeGreaterThanOrEqual(1_900);
  expect(await stored(page)).toEqual({ completed: null, shownToday: true });
  await page.keyboard.press('Escape');
  await tour(page).waitFor({ state: 'hidden' });
  expect((await stored(page)).completed).toBeNull();

  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Help' }).waitFor();
  await page.clock.runFor(5_000);
  expect(await tour(page).count()).toBe(0);

  // Neither does it on another device, and no dot says there that it is unfinished.
  const other = await newPhone(bar, PHONE, true);
  await other.clock.install();
  await signIn(other, 'manager');
  await other.clock.runFor(5_000);
  await other.getByRole('button', { name: 'Help', description: '' }).waitFor();
  expect(await tour(other).count()).toBe(0);
  expect(await other.getByText('The tour is not finished').count()).toBe(0);
});

it('tells the box later what it could not be told, without an error', async () => {
  const { username } = await hire(bar, admin, 'Korto', 'manager');
  const page = await newPhone(bar, PHONE, true);
  await page.route('**/api/auth/tour', (route) => route.abort());
  await signInWith(page, username, PASSWORD);
  await page.getByText('Step 1 of 7').waitFor();
  await page.getByText('The tour is not finished').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Skip Tour' }).click();
  await tour(page).waitFor({ state: 'hidden' });
  await page.getByText('The tour is not finished').waitFor({ state: 'detached' });
  expect(await page.locator('.toast').count()).toBe(0);
  const isDone = async () => {
    const users = await admin.get<{ username: string; tourDone: boolean }[]>('/api/users');
    return users.find((user) => user.username === username)?.tourDone;
  };
  expect(await isDone()).toBe(false);
  await page.unroute('**/api/auth/tour');
  await page.reload();
  await expect.poll(isDone).toBe(true);
});

it('does not cover what a bartender asks', async () => {
  await admin.send('PUT', '/api/settings', { approvals: { rules: { void_sale: 'approve' } } });
  const { username } = await hire(bar, admin, 'Lorpu', 'manager');
  const bartender = await apiAs(bar, 'bartender');
  const { id } = await productOf(bartender, 'Club Beer');
  const sale = await bartender.send<{ id: number }>('POST', '/api/sales', { productId: id, quantity: 1 });
  const asked = await bartender.send<{ id: number }>('POST', '/api/approvals', {
    method: 'POST',
    path: `/api/sales/${sale.id}/void`,
    body: { reason: 'wrong order' },
  });
  const page = await newPhone(bar, PHONE, true);
  await page.clock.install();
  await signInWith(page, username, PASSWORD);
  await page.getByRole('button', { name: 'Look' }).waitFor();
  await page.clock.runFor(5_000);
  expect(await tour(page).count()).toBe(0);
  await admin.send('POST', `/api/approvals/${asked.id}/refuse`, {});
  await page.getByRole('button', { name: 'Look' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await page.clock.runFor(3_000);
  await page.getByText('Step 1 of 7').waitFor();
});

it('waits while the user types, and opens on the next screen', async () => {
  const page = await newPhone(bar, PHONE, true);
  await page.clock.install();
  // The field gets the focus as soon as it is rendered, however slow the machine is.
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      const search = document.querySelector<HTMLInputElement>('[type=search]');
      if (!search) return;
      search.focus();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true }),
  );
  const { username } = await hire(bar, admin, 'Ma', 'manager');
  await signInWith(page, username, PASSWORD);
  await page.locator('[type=search]:focus').waitFor();
  await page.clock.runFor(5_000);
  expect(await tour(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await page.clock.runFor(3_000);
  await page.getByText('Step 1 of 7').waitFor();
});

it('has seven steps for an admin, and is completed after the last', async () => {
  const page = await newPhone(bar, PHONE, true);
  await signIn(page, 'admin');
  await page.getByText('Step 1 of 7').waitFor();
  await expectAccessible(page);
  const steps = [
    ['Start the tour', '/inventory', '29%'],
    ['Explore Inventory', '/sales', '43%'],
    ['Try Sales', '/credit', '57%'],
    ['See Credit System', null, '71%'],
    ['View Menu', '/reports', '86%'],
    ['See Analytics', null, '100%'],
  ] as const;
  for (const [index, [action, path, percent]] of steps.entries()) {
    await tour(page).getByRole('button', { name: action }).click();
    await page.getByText(`Step ${index + 2} of 7`).waitFor();
    await tour(page).getByText(percent).waitFor();
    if (path) expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.getByText('Start Using App').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await tour(page).waitFor({ state: 'hidden' });
  expect((await stored(page)).completed).toBe('true');

  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Reset Tour' }).click();
  await page.getByText('Tour reset').waitFor();
  expect((await stored(page)).completed).toBeNull();
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Take Tour' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Reset Tour' }).count()).toBe(0);
});

it('stays on the current screen when a bartender may not open the next', async () => {
  const page = await newPhone(bar, DESKTOP);
  await signIn(page, 'bartender');
  await takeTour(page);
  await page.getByRole('button', { name: 'Step 3' }).click();
  await page.getByRole('button', { name: 'Step 6' }).click();
  await page.getByText('Step 6 of 7').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sales');
  await page.getByRole('button', { name: 'Skip Tour' }).click();
  await tour(page).waitFor({ state: 'hidden' });
});

it('fits a small phone', async () => {
  const page = await newPhone(bar, { ...PHONE, width: 320, height: 568 });
  await signIn(page, 'bartender');
  await takeTour(page);
  for (let step = 1; step <= 7; step += 1) {
    await page.getByRole('button', { name: `Step ${step}:` }).click();
    // The tour rises into its place.
    const end = () =>
      tour(page)
        .locator('footer')
        .evaluate((footer) => footer.getBoundingClientRect().bottom);
    await expect.poll(end).toBeLessThanOrEqual(568);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

it('waits behind the first steps of a new bar, and calls nothing ready that is not', async () => {
  const empty = await openBar({ demo: false });
  try {
    const page = await newPhone(empty, PHONE, true);
    await page.clock.install();
    await page.goto('/login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const change = page.getByRole('dialog', { name: 'Change Password' });
    // It was typed a moment ago.
    expect(await change.getByLabel('Current Password').inputValue()).toBe(FIRST_PASSWORD);
    await change.getByLabel('New Password', { exact: true }).fill('keeper-of-beer');
    await change.getByLabel('Confirm New Password').fill('keeper-of-beer');
    await change.getByRole('button', { name: 'Change Password' }).click();
    await change.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    // The message lies above the bar that leads on.
    const [toast, guide] = [page.locator('.toast'), page.locator('.guide')];
    const above = async () => {
      const [upper, lower] = [await toast.boundingBox(), await guide.boundingBox()];
      return upper && lower ? upper.y + upper.height <= lower.y : null;
    };
    await expect.poll(above).toBe(true);
    await page.clock.runFor(5_000);
    expect(await tour(page).count()).toBe(0);

    await page.getByRole('link', { name: 'Inventory' }).click();
    await page.getByRole('heading', { name: 'Inventory' }).waitFor();
    await page.clock.runFor(3_000);
    await page.getByText('Step 1 of 7').waitFor();
    await page.getByText('Next: Inventory').waitFor();
    await page.getByRole('button', { name: 'Step 7' }).click();
    await tour(page).getByText('Inventory: add products').waitFor();
    await tour(page).getByText('Menu: no items yet').waitFor();
    await expectAccessible(page);
  } finally {
    await empty.close();
  }
});
