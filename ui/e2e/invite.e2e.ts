/** Inviting a person: from the new account to the first screen, and what becomes of a code. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn, signInWith } from './support/box';
import { enrolledDevice, enterPin, hire, isIn, lock, PASSWORD } from './support/devices';

let bar: Bar;
let admin: Api;
let manager: Api;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  manager = await apiAs(bar, 'manager');
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

interface Invitation {
  code: string;
}

/** A new bartender, and the address that the invitation leads to. */
async function invited() {
  const username = uniqueName('hawa');
  const body = { username, invite: true };
  const { id, invitation } = await admin.send<{ id: number; invitation: Invitation }>(
    'POST',
    '/api/users',
    body,
  );
  return { id, username, code: invitation.code, path: `/join#${invitation.code.replace('-', '')}` };
}
const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });
async function choosePassword(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(password);
}
const letters = async (dialog: Locator) => (await dialog.locator('.letters').textContent()) ?? '';

it('takes a new person from the form of an admin to the first screen', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'admin');
  await page.goto('/admin?show=users');
  await page.getByRole('button', { name: 'Create User' }).click();
  const username = uniqueName('hawa');
  const form = page.getByRole('dialog', { name: 'Create User' });
  await form.getByLabel('Username').fill(username);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: `Invite ${username}` });
  await dialog.getByText(/^Valid for (15:00|14:\d\d)$/).waitFor();
  await dialog.getByRole('img', { name: /^QR code of http.*\/join#/ }).waitFor();
  await expectAccessible(page);
  const code = await letters(dialog);

  const phone = await newPhone(bar);
  await phone.goto(`/join#${code.replace('-', '')}`);
  await expect.poll(() => new URL(phone.url()).hash).toBe('');
  expect(await phone.getByLabel('Code').inputValue()).toBe(code);
  await expectAccessible(phone);
  await choosePassword(phone);
  await phone.keyboard.press('Enter');
  await phone.getByText(`You are ${username}`).waitFor();
  await phone.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  expect(new URL(phone.url()).pathname).toBe('/sales');
  await dialog.getByText(`${username} has joined`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  const other = await newPhone(bar);
  await other.goto('/join');
  await other.getByLabel('Code').fill(code.replace('-', ' ').toLowerCase());
  await choosePassword(other);
  await start(other).click();
  await other.getByText('This code is wrong or has expired').waitFor();
  await expectAccessible(other);
  await signInWith(other, username, PASSWORD);
});

it('gives who forgot the password a new one, and signs the other phones out', async () => {
  const person = await hire(bar, admin, 'Fatu');
  const old = await newPhone(bar);
  await signInWith(old, person.username, PASSWORD);
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  await page.goto('/staff/devices');
  await page.getByRole('button', { name: `Invite ${person.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Invite ${person.name}` });
  await dialog.getByText(/^The old password works until then/).waitFor();
  await expectAccessible(page);
  const code = await letters(dialog);
  expect(await page.getByRole('button', { name: 'Invite manager' }).count()).toBe(0);

  const phone = await newPhone(bar);
  await phone.goto('/join');
  await phone.getByLabel('Code').fill(code);
  await choosePassword(phone, 'palm-wine');
  await start(phone).click();
  await phone.getByText(`You are ${person.username}`).waitFor();
  await old.getByText('Please sign in again').waitFor();
  await dialog.getByText(`${person.name} has joined`).waitFor();
});

it('says who is signed in, and takes the place of that session', async () => {
  const { path, username } = await invited();
  const page = await newPhone(bar);
  await signIn(page, 'manager');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await page.goto(path);
  await page.getByText('manager is signed in on this device. Start signs manager out.').waitFor();
  await choosePassword(page);
  await start(page).click();
  await page.getByText(`You are ${username}`).waitFor();
  await page.reload();
  await isIn(page);
  const status = () =>
    page.evaluate(async (bearer) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await fetch('/api/auth/me', { headers, credentials: 'omit' })).status;
    }, token);
  await expect.poll(status).toBe(401);
});

it('takes a PIN too on an enrolled device', async () => {
  const { path, username, id } = await invited();
  const { page } = await enrolledDevice(bar, manager, { userIds: [id] });
  await page.goto(path);
  await choosePassword(page);
  await page.getByLabel('New PIN (optional)').fill('1234');
  await start(page).click();
  await page.getByText('Choose a PIN that is harder to guess').waitFor();
  await expectAccessible(page);
  await page.getByLabel('New PIN (optional)').fill('4071');
  await start(page).click();
  await page.getByText(`You are ${username}`).waitFor();
  await isIn(page);
  await lock(page);
  await enterPin(page, { id, username, name: username, pin: '4071' });
  await isIn(page);
});

it('says that the box does not answer, and starts once it does', async () => {
  const { path, username } = await invited();
  const page = await newPhone(bar);
  await page.goto(path);
  await choosePassword(page);
  await page.route('**/api/auth/join', (route) => route.abort());
  await start(page).click();
  await page.getByRole('alert').getByText("Can't reach the Barback box").waitFor();
  await page.unroute('**/api/auth/join');
  await start(page).click();
  await page.getByText(`You are ${username}`).waitFor();
});

it('fits a small phone, a phone on its side, and large text', async () => {
  const { username, path } = await invited();
  const page = await newPhone(bar);
  await page.goto(path);
  const office = await newPhone(bar);
  await signIn(office, 'admin');
  await office.goto('/admin?show=users');
  await office.getByRole('button', { name: `Invite ${username}` }).click();
  const dialog = office.getByRole('dialog', { name: `Invite ${username}` });
  await dialog.locator('.letters').waitFor();
  for (const [width, height, text] of [
    [360, 640, 100],
    [844, 390, 100],
    [PHONE.width, PHONE.height, 175],
    [1280, 800, 100],
  ] as const) {
    for (const [shown, last] of [
      [page, start(page)],
      [office, dialog.getByRole('button', { name: 'Done' })],
    ] as const) {
      await shown.setViewportSize({ width, height });
      await shown.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width}×${height}, ${text} %`).toBeLessThanOrEqual(0);
      await last.click({ trial: true });
    }
    for (const part of [dialog.getByRole('img'), dialog.locator('.letters')]) {
      const [inner, outer] = [await part.boundingBox(), await dialog.locator('article').boundingBox()];
      if (!inner || !outer) throw new Error('a part of the dialog is not visible');
      expect(inner.x, `${width}×${height}, ${text} %`).toBeGreaterThanOrEqual(outer.x);
      expect(inner.x + inner.width, `${width}×${height}, ${text} %`).toBeLessThanOrEqual(
        outer.x + outer.width,
      );
    }
  }
});
