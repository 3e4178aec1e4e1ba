/** Approvals: a bartender asks, a manager decides on another phone or here, and what was asked for is done once. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, apiAs, productOf, uniqueName } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, signIn } from './support/box';
import { type Colleague, enrolledDevice, enterPin, hire, isIn, PASSWORD } from './support/devices';

/** What the box promises: a manager sees it, and a bartender goes on, within a second. */
const AT_ONCE_MS = 1_000;

let bar: Bar;
let admin: Api;
let manager: Api;
let bartender: Api;
let musa: Colleague;
let sarah: Colleague;
/** Rules that ask for everything that a bartender does in these tests. */
const ASKS = { void_sale: 'approve', discount: 'approve', no_sale: 'approve', remove_sent: 'approve' };
const setRules = (rules: object, more: object = {}) =>
  admin.send('PUT', '/api/settings', { approvals: { rules, wait: 180, ...more } });

beforeAll(async () => {
  bar = await openBar();
  admin = await apiAs(bar, 'admin');
  manager = await apiAs(bar, 'manager');
  bartender = await apiAs(bar, 'bartender');
  musa = await hire(bar, admin, 'Musa');
  sarah = await hire(bar, admin, 'Sarah', 'manager');
});
beforeEach(() => setRules(ASKS));
// A test that fails while the box is down leaves it running for the next.
afterEach(() => bar?.start());
afterAll(() => bar?.close());

interface SoldLine {
  voidedAt: string | null;
}

/** A receipt of two beers. */
async function sells(): Promise<string> {
  const { id } = await productOf(admin, 'Club Beer');
  const sale = { productId: id, quantity: 2, customerName: uniqueName('Guest') };
  return (await bartender.send<{ receiptNumber: string }>('POST', '/api/sales', sale)).receiptNumber;
}
const isVoided = async (receipt: string) =>
  (await admin.get<SoldLine[]>(`/api/sales?q=${receipt}`)).every(({ voidedAt }) => voidedAt !== null);

async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await isIn(page);
}

/** Fills in the void of a receipt of two beers, up to its last button. */
async function fillsVoid(page: Page, receipt: string, reason: string): Promise<void> {
  await page.goto('/receipts');
  await page.locator('li', { hasText: receipt }).getByRole('button', { name: 'View' }).click();
  const paper = page.getByRole('dialog', { name: 'Digital Receipt' });
  await paper.getByRole('button', { name: 'Void an Item' }).click();
  const lines = page.getByRole('dialog', { name: 'Void an Item' });
  await lines.getByRole('button', { name: 'Void 2 × Club Beer' }).click();
  await lines.getByLabel('Reason').fill(reason);
}
async function voids(page: Page, receipt: string, reason = 'wrong order'): Promise<void> {
  await fillsVoid(page, receipt, reason);
  await page
    .getByRole('dialog', { name: 'Void an Item' })
    .getByRole('button', { name: 'Void an Item' })
    .click();
  await needed(page).getByText(`Void 2 × Club Beer, "${reason}", $4.00 / L$760.00`).waitFor();
}
const needed = (page: Page) => page.getByRole('dialog', { name: 'Approval needed' });
const approve = (page: Page) => page.getByRole('dialog', { name: 'Approve?' });
const banner = (page: Page) => page.locator('.banner.question').filter({ hasText: 'asks:' });
const press = (page: Page, name: string) => needed(page).getByRole('button', { name, exact: true }).click();

/** The manager's phone, on the Sales screen. */
async function managersPhone(who?: Colleague): Promise<Page> {
  const page = await newPhone(bar);
  if (who) await signInAs(page, who.username);
  else await signIn(page, 'manager');
  await page.goto('/sales');
  await isIn(page);
  return page;
}
/** Both phones have their live stream once the manager's has shown a first question. */
async function twoPhones(): Promise<{ phone: Page; boss: Page; receipt: string }> {
  const [phone, boss] = [await newPhone(bar), await managersPhone()];
  await signInAs(phone, musa.username);
  const receipt = await sells();
  return { phone, boss, receipt };
}
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

describe('a manager on another phone', () => {
  it('sees the question at once, and grants it: the void is done', async () => {
    const { phone, boss, receipt } = await twoPhones();
    await voids(phone, receipt);
    await expectAccessible(phone);
    await press(phone, 'Ask a manager');
    await needed(phone).getByText('Waiting for a manager…').waitFor();
    await banner(boss).waitFor();
    expect(await banner(boss).textContent()).toContain(
      `${musa.name} asks: Void 2 × Club Beer, "wrong order", $4.00 / L$760.00`,
    );
    // Taken back, and asked again, now that both streams are known to run.
    await press(phone, 'Cancel');
    await banner(boss).waitFor({ state: 'detached' });
    const form = phone.getByRole('dialog', { name: 'Void an Item' });
    expect(await form.getByLabel('Reason').inputValue()).toBe('wrong order');
    await form.getByText('A manager must approve this').waitFor();
    await form.getByRole('button', { name: 'Void an Item' }).click();
    await press(phone, 'Ask a manager');
    await banner(boss).waitFor({ timeout: AT_ONCE_MS });
    await expectAccessible(boss);
    await expectAccessible(phone);

    await banner(boss).getByRole('button', { name: 'Look' }).click();
    await approve(boss).getByText(`${musa.name} · `, { exact: false }).first().waitFor();
    await approve(boss).getByText(receipt).waitFor();
    await approve(boss)
      .getByText(/^(3:00|2:[45]\d) left$/)
      .waitFor();
    await expectAccessible(boss);
    await approve(boss).getByRole('button', { name: 'Approve' }).click();
    await needed(phone).getByText('Approved by manager').waitFor({ timeout: AT_ONCE_MS });
    await phone.locator('.toast').getByText('Item voided').waitFor();
    expect(await isVoided(receipt)).toBe(true);
    await needed(phone).waitFor({ state: 'detached' });
    await banner(boss).waitFor({ state: 'detached' });
    const [line] = await admin.get<{ approvedBy: string; requestedBy: string }[]>(`/api/sales?q=${receipt}`);
    expect(line).toMatchObject({ approvedBy: 'manager', requestedBy: musa.username });
  });

  it('refuses it with a note', async () => {
    const { phone, boss, receipt } = await twoPhones();
    await voids(phone, receipt);
    await press(phone, 'Ask a manager');
    await banner(boss).getByRole('button', { name: 'Look' }).click();
    await approve(boss).getByLabel('Note (optional)').fill('Ask the guest first');
    await approve(boss).getByRole('button', { name: 'Refuse' }).click();
    await needed(phone).getByText('Refused by manager: Ask the guest first').waitFor();
    await expectAccessible(phone);
    await needed(phone).getByRole('button', { name: 'Close' }).last().click();
    const form = phone.getByRole('dialog', { name: 'Void an Item' });
    await form.getByText('Refused by manager: Ask the guest first').waitFor();
    expect(await form.getByLabel('Reason').inputValue()).toBe('wrong order');
    expect(await isVoided(receipt)).toBe(false);
  });

  it('is told when another manager was first', async () => {
    const { phone, boss, receipt } = await twoPhones();
    await voids(phone, receipt);
    await press(phone, 'Ask a manager');
    await banner(boss).getByRole('button', { name: 'Look' }).click();
    await approve(boss).getByRole('button', { name: 'Approve' }).waitFor();
    const second = await managersPhone(sarah);
    await banner(second).getByRole('button', { name: 'Look' }).click();
    await approve(second).getByRole('button', { name: 'Approve' }).click();
    await approve(boss).getByText(`Already approved by ${sarah.username}`).waitFor();
    expect(await approve(boss).getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await needed(phone).getByText(`Approved by ${sarah.username}`).waitFor();
    await expect.poll(() => isVoided(receipt)).toBe(true);
  });

  it('does not answer in time', async () => {
    await setRules(ASKS, { wait: 30 });
    const { phone, boss, receipt } = await twoPhones();
    await voids(phone, receipt);
    await press(phone, 'Ask a manager');
    await banner(boss).waitFor();
    await needed(phone).getByText('Nobody answered').waitFor({ timeout: 45_000 });
    await banner(boss).waitFor({ state: 'detached', timeout: 15_000 });
    await expectAccessible(phone);
    await press(phone, 'Ask again');
    await banner(boss).waitFor();
    await press(phone, 'Cancel');
    expect(await isVoided(receipt)).toBe(false);
  }, 90_000);

  it('is asked for a price in the cart, which stays after a Cancel', async () => {
    const { phone, boss } = await twoPhones();
    await phone.goto('/bartender');
    await phone
      .locator('.tile')
      .filter({ has: phone.getByText('Club Beer', { exact: true }) })
      .first()
      .click();
    await phone.getByRole('button', { name: /Open cart/ }).click();
    await phone.getByRole('button', { name: /Change price$/ }).click();
    const price = phone.getByRole('dialog', { name: 'Change Price' });
    await price.getByLabel('Price each ($)').fill('1.50');
    await price.getByLabel('Reason').fill('Regular');
    await price.getByRole('button', { name: 'Change Price' }).click();
    const cart = phone.getByRole('dialog', { name: 'Cart' });
    await cart.getByRole('button', { name: 'Process Sale' }).click();
    await needed(phone).getByText('Sell 1 × Club Beer at $1.50 instead of $2.00', { exact: false }).waitFor();
    await press(phone, 'Cancel');
    await cart.getByText('$1.50 each', { exact: false }).waitFor();
    await cart.getByRole('button', { name: 'Process Sale' }).click();
    await press(phone, 'Ask a manager');
    await banner(boss).getByRole('button', { name: 'Look' }).click();
    await approve(boss).getByRole('button', { name: 'Approve' }).click();
    await phone.getByText('Sale completed').waitFor();
    const [sold] = await admin.get<{ unitPrice: string; approvedBy: string }[]>('/api/sales?limit=1');
    expect(sold).toMatchObject({ unitPrice: '1.50', approvedBy: 'manager' });
  });
});

describe('a manager beside the bartender', () => {
  it('types the PIN on an enrolled device, and reads that on the own phone', async () => {
    const boss = await managersPhone(sarah);
    const { page: device, name } = await enrolledDevice(bar, manager);
    await enterPin(device, musa);
    await isIn(device);
    const receipt = await sells();
    await voids(device, receipt, 'two of them');
    await press(device, 'Manager PIN here');
    await needed(device)
      .getByRole('navigation', { name: 'Which manager?' })
      .getByRole('button', { name: sarah.name })
      .click();
    await expectAccessible(device);
    await device.keyboard.type('407199');
    await device.keyboard.press('Enter');
    await needed(device).getByText('Wrong PIN').waitFor();
    await device.keyboard.type(sarah.pin);
    await device.keyboard.press('Enter');
    await needed(device).getByText(`Approved by ${sarah.username}`).waitFor();
    await expect.poll(() => isVoided(receipt)).toBe(true);
    // It is still the bartender's session.
    await isIn(device);
    await boss
      .getByText(`Approved with your PIN on ${name}: Void 2 × Club Beer, "two of them", $4.00 / L$760.00`)
      .waitFor({ timeout: 5_000 });
    await expectAccessible(boss);
    await boss.getByRole('button', { name: 'Dismiss' }).click();
    const read = boss.waitForResponse(/\/api\/approvals\?limit=30$/);
    await boss.reload();
    await read;
    await isIn(boss);
    expect(await boss.getByText('Approved with your PIN').count()).toBe(0);
  });

  it('gives the password on a private phone, where a wrong one signs nobody out', async () => {
    const phone = await newPhone(bar);
    await signInAs(phone, musa.username);
    const receipt = await sells();
    await voids(phone, receipt);
    await press(phone, 'Manager password here');
    await needed(phone).getByLabel('Username').fill(sarah.username);
    await needed(phone).getByLabel('Password', { exact: true }).fill('wrong-password');
    await expectAccessible(phone);
    await needed(phone).getByRole('button', { name: 'Approve' }).click();
    await needed(phone).getByText('Invalid username or password').waitFor();
    await needed(phone).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await needed(phone).getByRole('button', { name: 'Approve' }).click();
    await needed(phone).getByText(`Approved by ${sarah.username}`).waitFor();
    await phone.locator('.toast').getByText('Item voided').waitFor();
    expect(await isVoided(receipt)).toBe(true);
    await isIn(phone);
  });
});

it('offers bartenders what the rules leave to them, at once, and nothing by default', async () => {
  await setRules({ void_sale: 'deny', discount: 'deny' });
  const phone = await newPhone(bar);
  await signInAs(phone, musa.username);
  const receipt = await sells();
  await phone.goto('/receipts');
  await phone.locator('li', { hasText: receipt }).getByRole('button', { name: 'View' }).click();
  const paper = phone.getByRole('dialog', { name: 'Digital Receipt' });
  await paper.getByText('Club Beer').first().waitFor();
  expect(await paper.getByRole('button', { name: 'Void an Item' }).count()).toBe(0);
  await setRules({ void_sale: 'allow' });
  await paper.getByRole('button', { name: 'Void an Item' }).waitFor();
});

it('ends with a power cut: a grant does nothing afterwards', async () => {
  const receipt = await sells();
  const [line] = await admin.get<{ id: number }[]>(`/api/sales?q=${receipt}`);
  const path = `/api/sales/${line?.id}/void`;
  const body = { reason: 'wrong order' };
  const { id } = await bartender.send<{ id: number }>('POST', '/api/approvals', {
    method: 'POST',
    path,
    body,
  });
  await manager.send('POST', `/api/approvals/${id}/grant`, {});
  await bar.kill();
  await bar.start();
  const state = await admin.get<{ status: string }>(`/api/approvals/${id}`);
  expect(state.status).toBe('expired');
  await expect(bartender.send('POST', path, body, { Approval: String(id) })).rejects.toThrow(
    /403 .*approval_required/,
  );
  expect(await isVoided(receipt)).toBe(false);
});

it('lists what was asked, and sets the rules', async () => {
  const page = await newPhone(bar);
  await signIn(page, 'admin');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Approvals' }).click();
  await page
    .getByText(/^Approved by manager on their own phone, /)
    .first()
    .waitFor();
  await expectAccessible(page);
  const tab = await page.getByRole('link', { name: 'Approvals', exact: true }).boundingBox();
  expect(tab && tab.x + tab.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await page.goto('/settings/approvals');
  await page.getByRole('radiogroup', { name: 'Void an order' }).getByText('Ask').click();
  await page.getByText('Void an order: Ask').waitFor();
  await page.getByLabel('A question waits (seconds)').fill('20');
  const card = page.getByRole('region', { name: 'Approvals' });
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('An approval waits 30 to 900 seconds').waitFor();
  await page.getByLabel('A question waits (seconds)').fill('60');
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessible(page);
  const { approvals } = await admin.get<{ approvals: { rules: Record<string, string>; wait: number } }>(
    '/api/settings',
  );
  expect([approvals.rules.void_order, approvals.wait]).toEqual(['approve', 60]);
  await card.getByRole('button', { name: 'Use recommended rules' }).click();
  await page.getByText('Bartenders now ask a manager').waitFor();
  const all = await admin.get<{ rules: Record<string, string> }>('/api/approvals/rules');
  expect(new Set(Object.values(all.rules))).toEqual(new Set(['approve']));
});

it('fits a small phone, a phone on its side, and large text', async () => {
  const { phone, boss, receipt } = await twoPhones();
  const { page: device } = await enrolledDevice(bar, manager);
  await enterPin(device, musa);
  await isIn(device);
  await voids(phone, receipt);
  await press(phone, 'Ask a manager');
  await banner(boss).getByRole('button', { name: 'Look' }).click();
  await approve(boss).getByRole('button', { name: 'Approve' }).waitFor();
  await voids(device, receipt, 'on the tablet');
  await press(device, 'Manager PIN here');
  await needed(device).getByRole('button', { name: sarah.name }).click();
  const second = await managersPhone(sarah);
  await banner(second).waitFor();
  for (const [width, height, text] of [
    [360, 740, 100],
    [844, 390, 100],
    [360, 740, 175],
  ] as const) {
    for (const page of [phone, boss, device, second]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      expect(await overflow(page), `${page.url()} at ${width}×${height}, ${text} %`).toBeLessThanOrEqual(0);
    }
    await approve(boss).getByRole('button', { name: 'Approve' }).click({ trial: true });
    await needed(device).getByRole('button', { name: 'Enter' }).click({ trial: true });
    await press(phone, 'Manager password here');
    await needed(phone).getByRole('button', { name: 'Approve' }).click({ trial: true });
    await press(phone, 'Back');
    await banner(second).getByRole('button', { name: 'Look' }).click({ trial: true });
  }
});
