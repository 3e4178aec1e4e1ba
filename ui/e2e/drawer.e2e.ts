/** A night with two purses and a drawer: what each phone counts, and what the Z says on the screen and on paper. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs, productOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, newPhone, openBar, PHONE, signIn } from './support/box';
import { type Colleague, hire, isIn, PASSWORD } from './support/devices';
import { type FakePrinter, openPrinter } from './support/printer';

let printer: FakePrinter;
let bar: Bar;
let admin: Api;
let [fatu, hawa, musa]: Colleague[] = [];
beforeAll(async () => {
  printer = await openPrinter();
  bar = await openBar({ printer: printer.url });
  admin = await apiAs(bar, 'admin');
  for (const [name, priceUSD] of [
    ['Club Beer', '2.00'],
    ['Heineken', '13.74'],
  ] as const) {
    const { id } = await productOf(admin, name);
    await admin.send('PATCH', `/api/products/${id}`, { currency: 'USD', priceUSD, priceLRD: null });
  }
  await admin.send('PUT', '/api/settings', { cash: { mode: 'purses' } });
  fatu = await hire(bar, admin, 'Fatu');
  hawa = await hire(bar, admin, 'Hawa');
  musa = await hire(bar, admin, 'Musa');
  for (const [name, { id }] of [
    ["Hawa's purse", hawa],
    ["Musa's purse", musa],
  ] as const)
    await admin.send('POST', '/api/tills', { name, kind: 'purse', userId: id });
});
afterAll(async () => {
  await bar?.close();
  printer?.close();
});

async function phoneOf(colleague: Colleague): Promise<Page> {
  const page = await newPhone(bar, PHONE);
  await page.goto('/login');
  await page.getByLabel('Username').fill(colleague.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await isIn(page);
  return page;
}

async function openDrawer(page: Page, till: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/drawer') await page.goto('/drawer');
  await page.getByLabel('Till').selectOption({ label: till });
  await page.getByRole('heading', { level: 1, name: till }).waitFor();
}

/** Types how many there are of each note and coin: `{ $20: 2, 'L$10 coin': 1 }`. */
async function counts(page: Page, pieces: Record<string, number>): Promise<void> {
  for (const currency of ['US dollars', 'Liberian dollars'] as const) {
    const ours = Object.entries(pieces).filter(
      ([name]) => name.startsWith('L$') === (currency === 'Liberian dollars'),
    );
    if (ours.length === 0) continue;
    await page.getByRole('radio', { name: new RegExp(currency) }).check({ force: true });
    for (const [name, quantity] of ours)
      await page.getByRole('textbox', { name, exact: true }).fill(String(quantity));
  }
}

async function opensShift(page: Page, till: string, pieces: Record<string, number>): Promise<void> {
  await openDrawer(page, till);
  await counts(page, pieces);
  await page.getByRole('button', { name: 'Open Shift' }).click();
  await page.getByText(/^Open since/).waitFor();
}

const received = (page: Page) => page.getByRole('radiogroup', { name: 'Cash received' });
const tile = (page: Page, name: string) =>
  page.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });

/** Puts products into the cart of Quick Service, up to the money. */
async function sells(page: Page, ...names: string[]): Promise<void> {
  if (new URL(page.url()).pathname !== '/bartender') await page.goto('/bartender');
  for (const name of names) await tile(page, name).click();
  await received(page).waitFor();
}
async function takes(page: Page, choice: string, report: string): Promise<void> {
  await received(page).getByRole('radio', { name: choice, exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Process Sale' }).click();
  await page.locator('.sold').getByText(report).waitFor();
}

/** Does something with the cash of the till on the screen. */
async function moves(page: Page, kind: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: kind, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: kind });
  await fill(dialog);
  await dialog.getByRole('button', { name: kind, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function submitsCount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Count' }).click();
}

it('is counted to the cent on three phones, and the Z says what is missing', async () => {
  const [bartop, floor, terrace] = [await phoneOf(fatu as Colleague), await phoneOf(hawa as Colleague), await phoneOf(musa as Colleague)];

  // Counted floats: $40 + L$4,000 in the drawer, $10 + L$1,000 and $20 + L$2,000 in the purses.
  await opensShift(bartop, 'Drawer', { $20: 2, 'L$1,000': 4 });
  await opensShift(floor, "Hawa's purse", { $10: 1, 'L$1,000': 1 });
  await opensShift(terrace, "Musa's purse", { $20: 1, 'L$1,000': 2 });
  await expectAccessible(terrace);

  // The drawer: +L$400 −L$20, then +$20 −$6 −L$50. Hawa: +$2. Musa: +$4 +L$380.
  await sells(bartop, 'Club Beer');
  await takes(bartop, 'L$400', 'L$20');
  await sells(bartop, 'Heineken');
  await takes(bartop, '$20', '$6 + L$50');
  await sells(floor, 'Club Beer');
  await takes(floor, 'Exact $', 'Sold');
  await sells(terrace, 'Club Beer', 'Club Beer', 'Club Beer');
  await received(terrace).getByRole('radio', { name: 'Other' }).check({ force: true });
  const cash = terrace.getByRole('dialog', { name: 'Cash received' });
  await cash.getByLabel('Amount USD').fill('4');
  await cash.getByLabel('Amount LRD').fill('380');
  await cash.getByRole('button', { name: 'Process Sale' }).click();
  await terrace.locator('.sold').waitFor();

  // The drawer pays L$750 for ice. Musa gives $10 for L$1,900, and $5 to the drawer.
  await openDrawer(bartop, 'Drawer');
  await moves(bartop, 'Pay Out', async (dialog) => {
    await dialog.getByLabel('Amount LRD').fill('750');
    await dialog.getByRole('radio', { name: 'Ice' }).check({ force: true });
  });
  await bartop.getByText(/Fatu.* · Ice$/).waitFor();
  await openDrawer(terrace, "Musa's purse");
  await moves(terrace, 'Exchange', async (dialog) => {
    await dialog.getByLabel('Dollars out, $').fill('10');
    await dialog.getByLabel('Liberian dollars in, L$').fill('1900');
    await dialog.getByText('At 190: even').waitFor();
  });
  await moves(terrace, 'Transfer', async (dialog) => {
    await dialog.getByLabel('Amount USD').fill('5');
    await dialog.getByLabel('To').selectOption({ label: 'Drawer' });
  });
  await accepts(bartop, 'Musa', '5', '');

  // Hawa hands in $11 of $12, all to the drawer: her Z is short $1.00.
  await openDrawer(floor, "Hawa's purse");
  await closes(floor, { $10: 1, $1: 1, 'L$1,000': 1 }, 'Drawer');
  await floor.getByText('Counted, thank you').waitFor();
  await floor.getByRole('button', { name: 'Done' }).click();
  await accepts(bartop, 'Hawa', '11', '1000');

  // Fatu has $70 and L$4,580, and hands all of it to Musa, who confirms it.
  await bartop.getByRole('button', { name: 'Hand Over' }).click();
  await counts(bartop, { $20: 3, $10: 1, 'L$1,000': 4, 'L$500': 1, 'L$20': 4 });
  await bartop.getByLabel('Hand over to').selectOption({ label: musa?.name ?? '' });
  await bartop.getByText('confirms $70.00 + L$4,580 on their own sign-in.').waitFor();
  await submitsCount(bartop);
  await bartop.getByText('Counted, thank you').waitFor();
  await openDrawer(terrace, 'Drawer');
  await terrace.getByText('You took over Drawer: $70.00 + L$4,580.').waitFor();
  await expectAccessible(terrace);
  await terrace.getByRole('button', { name: 'Confirm' }).click();
  await terrace.getByText('You took over').waitFor({ state: 'detached' });

  // Musa's purse should hold $9 + L$4,280; L$50 are missing.
  await openDrawer(terrace, "Musa's purse");
  await closes(terrace, { $5: 1, $2: 2, 'L$1,000': 4, 'L$100': 2, 'L$10 coin': 3 }, 'Safe');
  await terrace.getByText('Counted, thank you').waitFor();
  await terrace.getByRole('button', { name: 'Done' }).click();

  // $10 of the drawer's $70 are missing: counted once more, then it is closed.
  await openDrawer(terrace, 'Drawer');
  const found = { $20: 3, 'L$1,000': 4, 'L$500': 1, 'L$20': 4 };
  await closes(terrace, found);
  await terrace.getByText('Please count once more').waitFor();
  await expectAccessible(terrace);
  await terrace.reload();
  await terrace.getByText('The first count stays on record.').waitFor();
  await counts(terrace, found);
  await submitsCount(terrace);
  await terrace.getByText('Counted, thank you').waitFor();
  await printer.waitUntilPrinted('COUNT SLIP');

  await theZsSayIt();
});

async function accepts(page: Page, from: string, usd: string, lrd: string): Promise<void> {
  const banner = page.locator('.drawer-note').filter({ hasText: new RegExp(`^Transfer from ${from}`) });
  await banner.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByLabel('Amount USD').fill(usd);
  await dialog.getByLabel('Amount LRD').fill(lrd);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await banner.waitFor({ state: 'detached' });
}

async function closes(page: Page, pieces: Record<string, number>, restTo?: string): Promise<void> {
  await page.getByRole('button', { name: 'Count and Close' }).click();
  await counts(page, pieces);
  if (restTo) await page.getByLabel('Rest goes to').selectOption({ label: restTo });
  await submitsCount(page);
}

/** The manager reads the Zs, and prints the last one. */
async function theZsSayIt(): Promise<void> {
  const office = await newPhone(bar, PHONE);
  await signIn(office, 'manager');
  await office.goto('/shifts');
  const closed = office.getByRole('region', { name: 'Closed' }).getByRole('listitem');
  await closed.nth(3).waitFor();
  const verdicts = await closed.allInnerTexts();
  expect(verdicts.map((row) => [/Z-\d+/.exec(row)?.[0], /(Short|Over|Exact).*/.exec(row)?.[0]])).toEqual([
    ['Z-000004', 'Short $10.00'],
    ['Z-000003', 'Short L$50'],
    ['Z-000002', 'Exact'],
    ['Z-000001', 'Short $1.00'],
  ]);
  await office.getByRole('link', { name: 'Z-000004' }).click();
  await office.getByText('counted $60.00, should be $70.00').waitFor();
  await office.getByText('counted L$4,580, should be L$4,580').waitFor();
  await office.getByRole('button', { name: 'Print', exact: true }).click();
  await printer.waitUntilPrinted('Z-000004');
  await printer.waitUntilPrinted('Manager ___');
}
