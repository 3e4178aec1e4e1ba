/** Enrolled devices in browser tests. */
import type { Page } from 'playwright-core';
import { type Api, uniqueName } from './api';
import { type Bar, newPhone, PHONE } from './box';

export const PASSWORD = 'secret-enough';

export interface Colleague {
  id: number;
  username: string;
  name: string;
  pin: string;
}

interface Token {
  token: string;
}

/** Creates a person with a PIN; `firstName` is unique unless it is given. */
export async function hire(
  bar: Bar,
  admin: Api,
  name: string,
  role: 'bartender' | 'manager' = 'bartender',
  firstName = uniqueName(name),
): Promise<Colleague> {
  const username = uniqueName(name.toLowerCase());
  const { id } = await admin.send<{ id: number }>('POST', '/api/users', {
    username,
    firstName,
    password: PASSWORD,
    role,
    mustChangePassword: false,
  });
  const pin = role === 'manager' ? '407193' : '4071';
  const origin = bar.url.replace(/\/\/[^:]+/, '//127.0.0.1');
  const send = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  const { token } = await send<Token>('/api/auth/login', { username, password: PASSWORD });
  const body = { newPin: pin, currentPassword: PASSWORD };
  await send('/api/pin', body, { Authorization: `Bearer ${token}` });
  return { id, username, name: firstName, pin };
}

/** A phone or tablet that is enrolled, and shows its lock screen. */
export async function enrolledDevice(
  bar: Bar,
  manager: Api,
  fields: { name?: string; userIds?: number[]; lockAfter?: number; lockAfterSale?: boolean } = {},
  viewport = PHONE,
): Promise<{ page: Page; name: string }> {
  const page = await newPhone(bar, viewport);
  const name = fields.name ?? uniqueName('Tablet');
  const { code } = await manager.send<{ code: string }>('POST', '/api/devices/codes', {
    ...fields,
    name,
    kind: 'till',
  });
  await page.goto(`/enrol#${code.replace('-', '')}`);
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByText(`This device is now "${name}"`).waitFor();
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await page.getByRole('button', { name: 'Use password' }).waitFor();
  return { page, name };
}

export const tileOf = (page: Page, { name }: Colleague) =>
  page
    .getByRole('navigation', { name: 'Who are you?' })
    .getByRole('button', { name: new RegExp(`^${name}`) });

/** Taps the name and types the PIN on the keyboard. */
export async function enterPin(page: Page, colleague: Colleague, pin = colleague.pin): Promise<void> {
  await tileOf(page, colleague).click();
  await page.getByRole('heading', { name: `Hello, ${colleague.name}` }).waitFor();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}

export async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('button', { name: 'Use password' }).waitFor();
}

export const isIn = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .waitFor();
