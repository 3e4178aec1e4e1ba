/** Signing in and out, as the staff does it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bar, newPhone, openBar, signIn } from './box';

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
afterAll(() => bar?.close());

const stored = () => [localStorage.getItem('auth_token'), localStorage.getItem('user_data')];

it('shows the sign-in form to strangers, without one refused call', async () => {
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

it('says what is wrong with a wrong password', async () => {
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

it('says within ten seconds that the box is gone, and that it is back', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  const banner = page.getByRole('status').getByText("Can't reach the Barback box");
  await bar.kill();
  await banner.waitFor({ timeout: 10_000 });
  await bar.start();
  await banner.waitFor({ state: 'hidden', timeout: 10_000 });
});
