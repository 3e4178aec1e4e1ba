/** Signing in and out, and an unreachable box. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Bar, newPhone, openBar, signIn } from './support/box';

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

/** The scripts that a page has loaded. */
const code = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );

/** Until no further script came for a second: a screen loads its smaller parts after it is shown. */
async function untilLoaded(page: Page): Promise<void> {
  let before = -1;
  const isUnchanged = async () => {
    const now = (await code(page)).length;
    const unchanged = now === before;
    before = now;
    return unchanged;
  };
  await expect.poll(isUnchanged, { interval: 1_000, timeout: 20_000 }).toBe(true);
}

const stored = () => [localStorage.getItem('auth_token'), localStorage.getItem('user_data')];

it('shows the sign-in form when signed out, without failed requests', async () => {
  const page = await newPhone(bar);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await page.getByText('manager / manager123').waitFor();
  expect(refused).toEqual([]);
});

it('refuses a wrong password', async () => {
  const page = await newPhone(bar);
  await page.goto('/login');
  await page.getByLabel('Username').fill('manager');
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alert').getByText('Invalid username or password').waitFor();
  expect(await page.evaluate(stored)).toEqual([null, null]);
});

it('signs out of every tab at once', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: /^Account/ }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await other.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await page.evaluate(stored)).toEqual([null, null]);
});

it('shows within ten seconds that the box is unreachable, and that it is back', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/bartender');
  await page.locator('.tile').first().waitFor();
  await untilLoaded(page);
  const banner = page.getByRole('status').getByText("Can't reach the Barback box");
  await bar.kill();
  await banner.waitFor({ timeout: 10_000 });
  // It stays in view where the page is scrolled, and covers no search.
  await page.evaluate(() => scrollTo(0, 1_500));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  for (const seen of [banner, page.getByRole('searchbox')]) {
    const isSeen = await seen.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isSeen).toBe(true);
  }
  await bar.start();
  await banner.waitFor({ state: 'hidden', timeout: 10_000 });
});

it('loads a failed screen automatically when the box is back', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/sales');
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await bar.kill();
  await page.getByRole('link', { name: 'Credit' }).click();
  await page.getByText('This page could not be loaded').waitFor();
  // A screen that is already loaded still opens.
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Credit' }).click();
  await page.getByText('This page could not be loaded').waitFor();
  await bar.start();
  await page.getByRole('heading', { name: 'Credit & Tabs' }).waitFor({ timeout: 15_000 });
});

it('loads a screen after a short failure of the Wi-Fi', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  let offline = true;
  await page.route('**/*.js', (route) => (offline ? route.abort() : route.continue()));
  // The failure ends with the first health check.
  await page.route('**/healthz', (route) => {
    offline = false;
    return route.continue();
  });
  await page.getByRole('link', { name: 'Credit' }).click();
  await page.getByRole('heading', { name: 'Credit & Tabs' }).waitFor({ timeout: 15_000 });
  expect(offline).toBe(false);
});

it('opens prefetched screens while the box is unreachable', async () => {
  // The files of the screen, read from a phone that opened it.
  const other = await newPhone(bar);
  await signIn(other, 'manager');
  await other.goto('/receipts');
  await other.getByRole('heading', { name: 'Digital Receipts' }).waitFor();
  const needed = await code(other);
  await other.context().close();

  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/sales');
  const missing = async () => {
    const fetched = await code(page);
    return needed.filter((name) => !fetched.includes(name));
  };
  expect(await missing()).not.toEqual([]);
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
  await bar.kill();
  await page.getByRole('link', { name: 'Receipts' }).click();
  await page.getByRole('heading', { name: 'Digital Receipts' }).waitFor();
  await bar.start();
});

it("redirects from the bartender's dashboard to the sign-in page when signed out", async () => {
  const page = await newPhone(bar);
  await page.goto('/bartender-dashboard');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});
