/** Enrolled devices: enrolment, the lock screen, PINs, waits, locking, and revocation. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAs, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import {
  type Colleague,
  enrolledDevice,
  enterPin,
  hire,
  isIn,
  lock,
  PASSWORD,
  tileOf,
} from './support/devices';

let bar: Bar;
let admin: Api;
let manager: Api;
let musa: Colleague;
let fatu: Colleague;
let sarah: Colleague;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  manager = await apiAs(bar, 'manager');
  musa = await hire(bar, admin, 'Musa');
  fatu = await hire(bar, admin, 'Fatu');
  sarah = await hire(bar, admin, 'Sarah', 'manager');
});
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

const tile = (page: Page, name: string) =>
  page
    .locator('.tile')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
const asked = (page: Page) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
};

describe('a private phone', () => {
  it('has the sign-in form that it had, and asks the box once', async () => {
    const page = await newPhone(bar);
    const paths = asked(page);
    await page.goto('/login');
    await page.getByLabel('Username').waitFor();
    await page.waitForLoadState('networkidle');
    expect(paths.filter((path) => path === '/api/devices/me')).toEqual(['/api/devices/me']);
    await signIn(page, 'bartender');
    await page.getByRole('button', { name: /^Account/ }).click();
    expect(await page.getByRole('menuitem', { name: 'Lock' }).count()).toBe(0);
  });

  it('shows wrong PINs in the name of its user too', async () => {
    const person = await hire(bar, admin, 'Hawa');
    const { page: device } = await enrolledDevice(bar, manager);
    await enterPin(device, person, '9471');
    await device.getByText('Wrong PIN').waitFor();
    const page = await newPhone(bar);
    await page.goto('/login');
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText(/^1 wrong PIN try in your name since \d+:\d\d [AP]M$/).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('wrong PIN try').count()).toBe(0);
  });
});

describe('enrolment', () => {
  it('takes a code once', async () => {
    const { code } = await manager.send<{ code: string }>('POST', '/api/devices/codes', {
      name: `Terrace ${Date.now()}`,
      kind: 'till',
    });
    const [one, other] = [await newPhone(bar), await newPhone(bar)];
    await one.goto(`/enrol#${code.replace('-', '')}`);
    expect(await one.getByLabel('Code').inputValue()).toBe(code);
    await expect.poll(() => new URL(one.url()).hash).toBe('');
    await expectAccessible(one);
    await one.getByRole('button', { name: 'Enrol' }).click();
    await one.getByText('This device is now').waitFor();
    await expectAccessible(one);
    await other.goto('/enrol');
    await other.getByLabel('Code').fill(code.toLowerCase());
    await other.getByRole('button', { name: 'Enrol' }).click();
    await other.getByText('This code is wrong or has expired').waitFor();
  });
});

describe('the tab Devices', () => {
  it('makes a code, notices the device, changes and revokes it', async () => {
    const page = await newPhone(bar);
    await signIn(page, 'manager');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Staff' }).click();
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('button', { name: 'Enrol a device' }).click();
    const sheet = page.getByRole('dialog', { name: 'Enrol a device' });
    const name = uniqueName('Terrace phone');
    await sheet.getByLabel('Name').fill(name);
    await sheet.getByText('Only these people').click();
    await sheet.getByRole('checkbox', { name: new RegExp(`^${fatu.name}`) }).check();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Show code' }).click();
    await sheet.getByText(/^Valid for (10:00|9:5\d)$/).waitFor();
    await sheet.getByRole('img', { name: /^QR code of http/ }).waitFor();
    await expectAccessible(page);
    const code = (await sheet.locator('.letters').textContent()) ?? '';
    const device = await newPhone(bar);
    await device.goto('/enrol');
    await device.getByLabel('Code').fill(code.replace('-', ' ').toLowerCase());
    await device.getByRole('button', { name: 'Enrol' }).click();
    await device.getByText(`This device is now "${name}"`).waitFor();
    await sheet.getByText(`"${name}" is enrolled`).waitFor();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await device.getByRole('button', { name: 'Go to sign-in' }).click();
    await tileOf(device, fatu).waitFor();
    expect(await tileOf(device, musa).count()).toBe(0);

    const card = page.getByRole('article', { name });
    await card.getByText(fatu.name).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: `Edit ${name}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit device' });
    await edit.getByText('Everybody').click();
    await edit.getByLabel('Lock after (seconds)').fill('45');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await card.getByText('45 s').waitFor();
    await card.getByText('Everybody').waitFor();
    await tileOf(device, musa).waitFor({ timeout: 15_000 });

    await card.getByRole('button', { name: `Revoke ${name}` }).click();
    const question = page.getByRole('dialog', { name: `Revoke ${name}?` });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await card.waitFor({ state: 'detached' });
    await device.getByText('This device is no longer enrolled').waitFor({ timeout: 15_000 });
  });

  it('makes a code for a forgotten PIN', async () => {
    const person = await hire(bar, admin, 'Boakai');
    const page = await newPhone(bar);
    await signIn(page, 'manager');
    await page.goto('/staff/devices');
    await page.getByRole('button', { name: `PIN reset code for ${person.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `PIN reset code for ${person.name}` });
    await dialog.getByText(/^Valid for/).waitFor();
    await expectAccessible(page);
    const code = (await dialog.locator('.letters').textContent()) ?? '';
    const { page: device } = await enrolledDevice(bar, manager);
    await tileOf(device, person).click();
    await device.getByRole('button', { name: 'Forgot PIN' }).click();
    await device.getByLabel('Code from a manager').fill(code);
    await device.getByLabel('New PIN').fill('5093');
    await device.getByRole('button', { name: 'Save PIN' }).click();
    await isIn(device);
  });
});

describe('the lock screen', () => {
  it('can be used by everybody, with fingers, keys and a screen reader', async () => {
    const { page, name } = await enrolledDevice(bar, manager);
    await tileOf(page, musa).waitFor();
    await page.getByText(name, { exact: true }).waitFor();
    await expectAccessible(page);
    await tileOf(page, musa).click();
    await expectAccessible(page);
    for (const digit of musa.pin) await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('img', { name: '4 digits' }).waitFor();
    await page.getByRole('button', { name: 'Forgot PIN' }).click();
    await page.getByLabel('Code from a manager').waitFor();
    await expectAccessible(page);
  });

  it('lets a person go on where they were, with the cart, and nobody else', async () => {
    const { page } = await enrolledDevice(bar, manager);
    await enterPin(page, musa);
    await isIn(page);
    await page.goto('/bartender');
    await tile(page, 'Club Beer').click();
    await page.getByText('1 item').first().waitFor();
    await lock(page);
    await enterPin(page, fatu);
    await isIn(page);
    await page.goto('/bartender');
    await tile(page, 'Club Beer').waitFor();
    expect(await tile(page, 'Club Beer').getAttribute('aria-pressed')).not.toBe('true');
    await lock(page);
    await enterPin(page, musa);
    await isIn(page);
    await page.goto('/bartender');
    await expect.poll(() => tile(page, 'Club Beer').getAttribute('aria-pressed')).toBe('true');
    await lock(page);
    // The same person, the same screen.
    await enterPin(page, musa);
    await tile(page, 'Club Beer').waitFor();
    expect(new URL(page.url()).pathname).toBe('/bartender');
  });

  it('counts a wait down over a reload and a restart; others sign in', async () => {
    const { page } = await enrolledDevice(bar, manager);
    await tileOf(page, musa).click();
    await page.getByRole('heading', { name: `Hello, ${musa.name}` }).waitFor();
    for (const left of [4, 3, 2, 1]) {
      await page.keyboard.type('9471');
      await page.keyboard.press('Enter');
      await page
        .getByText(new RegExp(`^Wrong PIN ${left} tr(y|ies) left, then a wait of 30 s\\.$`))
        .waitFor();
    }
    await page.keyboard.type('9471');
    await page.keyboard.press('Enter');
    await page
      .getByRole('timer')
      .getByText(/^Try again in (30|2\d) s$/)
      .waitFor();
    await bar.kill();
    await bar.start();
    await page.reload();
    await tileOf(page, musa)
      .getByText(/^Try again in/)
      .waitFor();
    await tileOf(page, musa).click();
    expect(await page.getByRole('button', { name: 'Enter' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await enterPin(page, fatu);
    await isIn(page);
  });

  it('says that the box does not answer while it is locked, and that it is back', async () => {
    const { page } = await enrolledDevice(bar, manager);
    await tileOf(page, musa).waitFor();
    await bar.kill();
    await page.getByText("Can't reach the Barback box").waitFor({ timeout: 15_000 });
    await tileOf(page, musa).waitFor();
    await bar.start();
    await page.getByText("Can't reach the Barback box").waitFor({ state: 'detached', timeout: 15_000 });
    await enterPin(page, musa);
    await isIn(page);
  });

  it('offers the password where nobody has a PIN, and sets one', async () => {
    const { id, username } = await admin.send<{ id: number; username: string }>('POST', '/api/users', {
      username: `tetee${Date.now()}`,
      password: PASSWORD,
      role: 'bartender',
      mustChangePassword: false,
    });
    const { page } = await enrolledDevice(bar, manager, { userIds: [id] });
    await page.getByText('No PINs yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use password' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await isIn(page);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Set PIN' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set PIN' });
    await dialog.getByLabel('Current Password').fill(PASSWORD);
    await dialog.getByLabel('New PIN').fill('1234');
    await dialog.getByLabel('Repeat PIN').fill('1234');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save PIN' }).click();
    await dialog.getByText('Choose a PIN that is harder to guess').waitFor();
    await dialog.getByLabel('New PIN').fill('4071');
    await dialog.getByLabel('Repeat PIN').fill('4071');
    await dialog.getByRole('button', { name: 'Save PIN' }).click();
    await page.getByText('PIN saved').waitFor();
    await lock(page);
    await page.getByRole('button', { name: new RegExp(`^${username}`) }).click();
    await page.getByRole('heading', { name: `Hello, ${username}` }).waitFor();
    await page.keyboard.type('4071');
    await page.keyboard.press('Enter');
    await isIn(page);
  });

  it('takes a code from a manager for a forgotten PIN', async () => {
    const person = await hire(bar, admin, 'Garmai');
    const { page } = await enrolledDevice(bar, manager);
    const { code } = await manager.send<{ code: string }>('POST', `/api/users/${person.id}/pin-reset`, {});
    await tileOf(page, person).click();
    await page.getByRole('button', { name: 'Forgot PIN' }).click();
    await page.getByLabel('Code from a manager').fill('2222-2222');
    await page.getByLabel('New PIN').fill('5093');
    await page.getByRole('button', { name: 'Save PIN' }).click();
    await page.getByText('This code is wrong or has expired').waitFor();
    await page.getByLabel('Code from a manager').fill(code);
    await page.getByRole('button', { name: 'Save PIN' }).click();
    await isIn(page);
    await page.getByText(/^1 wrong PIN try in your name/).waitFor();
    await lock(page);
    await enterPin(page, { ...person, pin: '5093' });
    await isIn(page);
  });

  it('fits a small phone, a phone on its side, and large text', async () => {
    const { page } = await enrolledDevice(bar, manager);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const [width, height, text] of [
      [360, 640, 100],
      [844, 390, 100],
      [390, 844, 175],
      [1280, 800, 100],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      expect(await overflow(), `people at ${width}×${height}, ${text} %`).toBeLessThanOrEqual(0);
      await tileOf(page, musa).click();
      expect(await overflow(), `PIN at ${width}×${height}, ${text} %`).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Enter' }).click({ trial: true });
      await page.getByRole('button', { name: 'Back' }).click();
    }
  });
});

describe('a session on a device', () => {
  it('locks by itself, in all tabs, but not while a screen is touched', async () => {
    const { page } = await enrolledDevice(bar, manager, { lockAfter: 15 });
    await enterPin(page, musa);
    await isIn(page);
    const other = await page.context().newPage();
    await other.goto('/receipts');
    await isIn(other);
    const began = Date.now();
    // Touched for longer than it takes to lock.
    await expect
      .poll(
        async () => {
          await other.mouse.move(100 + (Date.now() % 50), 300);
          return Date.now() - began;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBeGreaterThan(20_000);
    await isIn(page);
    await tileOf(other, musa).waitFor({ timeout: 30_000 });
    await tileOf(page, musa).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  }, 90_000);

  it('locks after a sale where the bar wants it', async () => {
    const { page } = await enrolledDevice(bar, manager, { lockAfterSale: true });
    await enterPin(page, musa);
    await isIn(page);
    await page.goto('/bartender');
    if ((await tile(page, 'Club Beer').getAttribute('aria-pressed')) !== 'true')
      await tile(page, 'Club Beer').click();
    await page.getByRole('button', { name: 'Process Sale' }).first().click();
    await tileOf(page, musa).waitFor({ timeout: 15_000 });
  });

  it("asks for a manager's password, then goes on with what was refused", async () => {
    const { page } = await enrolledDevice(bar, manager);
    await enterPin(page, sarah);
    await isIn(page);
    await page.goto('/inventory');
    await page.getByRole('button', { name: 'Add Product' }).click();
    const name = `Gin ${Date.now()}`;
    const panel = page.getByRole('dialog', { name: 'Add New Product' });
    await panel.getByLabel('Name').fill(name);
    await panel.getByLabel('Price').fill('3.00');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await panel.getByRole('button', { name: 'Create Product' }).click();
    const question = page.getByRole('dialog', { name: 'Enter your password' });
    await question.getByLabel('Password', { exact: true }).fill('wrong-one');
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.getByText('Wrong password').waitFor();
    await expectAccessible(page);
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.waitFor({ state: 'detached' });
    await panel.waitFor({ state: 'detached' });
    const products = await manager.get<{ name: string }[]>('/api/products');
    expect(products.filter((product) => product.name === name).length).toBe(1);
  });

  it('ends when the device is revoked, and the cart stays', async () => {
    const { page, name } = await enrolledDevice(bar, manager);
    await enterPin(page, fatu);
    await isIn(page);
    await page.goto('/bartender');
    await tile(page, 'Heineken').click();
    const devices = await manager.get<{ id: number; name: string }[]>('/api/devices');
    const id = devices.find((device) => device.name === name)?.id;
    await manager.send('DELETE', `/api/devices/${id}`);
    await page.getByText('This device is no longer enrolled').waitFor({ timeout: 15_000 });
    expect(await page.getByText(musa.name).count()).toBe(0);
    await page.getByLabel('Username').fill(fatu.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await isIn(page);
    await page.goto('/bartender');
    await expect.poll(() => tile(page, 'Heineken').getAttribute('aria-pressed')).toBe('true');
  });
});
