/** Screenshots of enrolled devices, for docs/staff/pin.md. */
import { afterAll, beforeAll, it } from 'vitest';
import { type Api, apiAs } from '../support/api';
import { type Bar, openBar } from '../support/box';
import { type Colleague, hire, tileOf } from '../support/devices';
import { phoneOf, take } from './camera';

let bar: Bar;
let admin: Api;
let musa: Colleague;
beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  musa = await hire(bar, admin, 'Musa', 'bartender', 'Musa');
  for (const name of ['Fatu', 'Hawa', 'Tetee']) await hire(bar, admin, name, 'bartender', name);
  for (const name of ['Sarah', 'Joe']) await hire(bar, admin, name, 'manager', name);
});
afterAll(() => bar?.close());

it('signs in with a PIN on an enrolled device', async () => {
  const page = await phoneOf(bar, 'guest');
  const device = { name: 'Bar tablet', kind: 'till' };
  const { code } = await admin.send<{ code: string }>('POST', '/api/devices/codes', device);
  await page.goto(`/enrol#${code.replace('-', '')}`);
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await tileOf(page, musa).waitFor();
  await take(page, 'lock-screen');
  await tileOf(page, musa).click();
  await page.keyboard.type('407');
  await take(page, 'pin');
});
