/**
 * The screens of a machine whose network and software the box drives: on a phone and at a desk, each state accessible. The machine is played
 * in the browser (`support/machine.ts`), because the box of these tests runs on a plain system.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/axe';
import { type Bar, DESKTOP, newPhone, openBar, signIn } from './support/box';
import { type Machine, playMachine } from './support/machine';
import { enlarge } from './support/sizes';

const SMALL = { width: 360, height: 740 };

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
afterAll(() => bar?.close());

async function open(path: string, viewport = SMALL): Promise<{ page: Page; machine: Machine }> {
  const page = await newPhone(bar, viewport);
  const machine = await playMachine(page);
  await signIn(page, 'admin');
  await page.goto(path);
  return { page, machine };
}
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lastAsked = (machine: Machine) => machine.asked.at(-1);

/** Nothing lies beside the screen. */
async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'scrolls sideways').toBeLessThanOrEqual(0);
}

async function expectGood(page: Page): Promise<void> {
  await expectFits(page);
  await expectAccessible(page);
}

describe.each([
  ['a phone', SMALL],
  ['a desk', DESKTOP],
])('the network on %s', (_, viewport) => {
  it('is shown, and all of its parts can be opened', async () => {
    const { page } = await open('/settings/network', viewport);
    await region(page, 'Own Wi-Fi').getByText('palm-river-27').waitFor();
    await page.getByRole('img', { name: 'Code that joins Sunset Bar' }).waitFor();
    await expectGood(page);
    for (const [link, inside] of [
      ['Change', 'Save and try'],
      ['Join another Wi-Fi', 'Sunset_Router'],
      ['Guest Wi-Fi', 'Save and try'],
      ['Cable', 'Save and try'],
      ['Addresses and codes', 'Save'],
    ] as const) {
      await region(page, /^Network$/)
        .getByRole('link', { name: link, exact: true })
        .click();
      await button(page, inside).waitFor();
      await expectGood(page);
      await page.getByRole('link', { name: 'Back to Network' }).click();
      await region(page, 'Own Wi-Fi').waitFor();
    }
  });

  it('tries a change, which survives a reload, and keeps it', async () => {
    const { page, machine } = await open('/settings/network?change=wifi', viewport);
    await page.getByLabel('Name', { exact: true }).fill('Sunset Bar 2');
    await button(page, 'Save and try').click();
    await page.getByText('Join the Wi-Fi Sunset Bar 2 on this phone').waitFor();
    expect(lastAsked(machine)).toMatchObject({ body: { mode: 'own', wifi: { ssid: 'Sunset Bar 2' } } });
    await expectGood(page);
    machine.away = true;
    await page.getByText('The box changes its network').waitFor();
    machine.away = false;
    await page.reload();
    await page.getByRole('timer').waitFor();
    await page.getByText('so the new settings work here').waitFor();
    await expectGood(page);
    await button(page, 'Keep').click();
    await page.getByText('The new settings are kept.').waitFor();
    await region(page, 'Own Wi-Fi').getByText('Sunset Bar 2').waitFor();
  });

  it('goes back when it is told to', async () => {
    const { page, machine } = await open('/settings/network?change=wifi', viewport);
    await page.getByLabel('Name', { exact: true }).fill('Sunset Bar 2');
    await button(page, 'Save and try').click();
    await page.getByText('so the new settings work here').waitFor();
    await expectGood(page);
    await button(page, 'Go back').click();
    await page.getByText('The old settings are back.').waitFor();
    expect(lastAsked(machine)?.path).toBe('/api/box/network/undo');
  });

  it('goes back by itself', async () => {
    const { page, machine } = await open('/settings/network?change=wifi', viewport);
    const before = structuredClone(machine.network);
    await page.getByLabel('Name', { exact: true }).fill('Sunset Bar 2');
    await button(page, 'Save and try').click();
    await page.getByRole('timer').waitFor();
    machine.network = before;
    await page.getByText('The old settings are back.').waitFor();
    await expectGood(page);
  });

  it('joins a Wi-Fi in reach with its password', async () => {
    const { page, machine } = await open('/settings/network?change=join', viewport);
    await button(page, 'Sunset_Router').click();
    const dialog = page.getByRole('dialog', { name: 'Join Sunset_Router' });
    await dialog.getByLabel('Password', { exact: true }).fill('router-secret');
    await expectGood(page);
    await dialog.getByRole('button', { name: 'Join and try' }).click();
    await page.getByRole('timer').waitFor();
    expect(lastAsked(machine)?.body).toEqual({
      mode: 'join',
      join: { ssid: 'Sunset_Router', password: 'router-secret' },
    });
  });
});

describe.each([
  ['a phone', SMALL],
  ['a desk', DESKTOP],
])('the software on %s', (_, viewport) => {
  it('is installed after closing, with its progress', async () => {
    const { page, machine } = await open('/settings/software', viewport);
    await page.getByRole('heading', { name: '1.4.0 is ready' }).waitFor();
    await expectGood(page);
    await button(page, 'Install after closing').click();
    await page.getByRole('progressbar', { name: 'Installing 1.4.0' }).waitFor();
    expect(lastAsked(machine)?.body).toEqual({ when: 'closed' });
    machine.software.installing = { percent: 42 };
    await page.getByText('42 %', { exact: true }).waitFor();
    await expectGood(page);
    machine.software.installing = null;
    machine.software.other = { version: '1.4.0', state: 'next' };
    machine.software.planned = { version: '1.4.0' };
    await page.getByText('1.4.0 starts after closing').waitFor();
    await expectGood(page);
    await button(page, 'Not tonight').click();
    await button(page, 'Install after closing').waitFor();
    expect(lastAsked(machine)?.path).toBe('/api/box/software/cancel');
    await expectGood(page);
  });

  it('restarts, and the page finds the new version, or that of before', async () => {
    const { page, machine } = await open('/settings/software', viewport);
    await button(page, 'Install now').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
    await page.getByRole('progressbar', { name: 'Installing 1.4.0' }).waitFor();
    machine.away = true;
    await page.getByRole('progressbar', { name: 'The box starts' }).waitFor();
    machine.software.installing = null;
    machine.software.version = '1.4.0';
    machine.software.other = { version: '1.4.0', state: 'next' };
    machine.away = false;
    await page.getByText('Version 1.4.0 runs', { exact: true }).waitFor();
    await expectGood(page);
    machine.software.version = '1.3.0';
    machine.software.other = { version: '1.4.0', state: 'bad' };
    const message = 'Version 1.4.0 did not start. Version 1.3.0 runs. Nothing was lost.';
    machine.software.lastResult = {
      version: '1.4.0',
      worked: false,
      message,
      reason: null,
      at: new Date().toISOString(),
    };
    await page.getByText(message).waitFor();
    await button(page, 'Try again after closing').waitFor();
    await expectGood(page);
  });

  it('comes from a file on this phone', async () => {
    const { page, machine } = await open('/settings/software', viewport);
    await page.getByLabel('A file on this phone').setInputFiles({
      name: 'box.raucb',
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(100_000),
    });
    await page.getByText('96 MB, from a file').waitFor();
    expect(lastAsked(machine)?.path).toBe('/api/box/software/file');
  });
});

it('restarts, also when orders are open, and finds the box again', async () => {
  const { page, machine } = await open('/settings/software');
  await button(page, 'Restart').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await page.getByText('2 orders are open').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Restart anyway' }).click();
  await page.getByRole('dialog', { name: 'The box restarts' }).waitFor();
  machine.away = true;
  await expectAccessible(page);
  await page.waitForTimeout(4_000);
  machine.away = false;
  await page.getByText('The box is back').waitFor();
});

it("takes a phone's time, and is on the owner's page", async () => {
  const { page, machine } = await open('/settings');
  machine.clock = {
    now: '1970-01-01T00:03:00.000Z',
    doubted: true,
    since: null,
    lastEntryAt: null,
    businessDay: '1970-01-01',
    takesDeviceTime: true,
  } as Machine['clock'];
  await page.getByText('own Wi-Fi, 5 of 7').waitFor();
  await page.getByText('1.4.0 is ready').waitFor();
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Wi-Fi: 5 phones of about 7' }).waitFor();
  await page.getByRole('link', { name: 'Software 1.3.0 update ready' }).waitFor();
  await region(page, /^Set the box's clock/).waitFor();
  await expectGood(page);
  await button(page, 'Set the clock').click();
  await page.getByText(/^The box's clock says/).waitFor();
});

it.each(['network', 'network?change=wifi', 'network?change=join', 'software'])(
  'fits %s on a phone with large text',
  async (path) => {
    const page = await newPhone(bar, SMALL);
    await playMachine(page);
    await enlarge(page, 175);
    await signIn(page, 'admin');
    await page.goto(`/settings/${path}`);
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton'));
    await expectGood(page);
  },
);

it('is not there on other machines', async () => {
  const page = await newPhone(bar, SMALL);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await signIn(page, 'admin');
  await page.goto('/settings/software');
  await page.getByRole('navigation', { name: 'Pages of the settings' }).waitFor();
  await page.goto('/settings/network');
  await page.getByLabel('Public Address').waitFor();
  expect(calls.filter((path) => /^\/api\/box\/(network|software)/.test(path))).toEqual([]);
});
