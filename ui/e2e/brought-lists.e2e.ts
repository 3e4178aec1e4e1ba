/**
 * The list of another program on a small phone: from the downloaded file to the first sale, in an empty bar and without the handbook.
 * docs/developer/taps.md has the taps.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAs } from './support/api';
import { expectAccessible } from './support/axe';
import { type Bar, FIRST_PASSWORD, newTouchPhone, openBar } from './support/box';
import { EXPORTS, type Export, type Imported } from './support/exports';
import { fingerOn, option, pressable, screenLink, tile } from './support/taps';
import { problemsOf } from './support/walk';

const SMALL = { width: 360, height: 740 };
const PASSWORD = 'admin123';
/** Within which a file is a till that sells. */
const WITHIN_S = 120;
/** How long a person needs for a tap, with finding what to tap. */
const TAP_S = 4;
/** What every list takes: Import CSV, Choose file, Continue, Import, Sales, Quick Service, the product, Process Sale. */
const TAPS = 8;

type Phone = { page: Page } & ReturnType<typeof fingerOn>;

let seconds: Record<string, number>;
beforeAll(() => {
  seconds = {};
});
afterAll(() => {
  process.stdout.write(`seconds of the box: ${JSON.stringify(seconds)}\n`);
});

/** An empty bar of which the owner has signed in for the first time. */
async function ownPhone(bar: Bar): Promise<Phone & { api: Api }> {
  const page = await newTouchPhone(bar, SMALL);
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await pressable(page, 'Sign In').tap();
  const change = page.getByRole('dialog', { name: 'Change Password' });
  await change.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await change.getByLabel('Confirm New Password').fill(PASSWORD);
  await change.getByRole('button', { name: 'Change Password' }).tap();
  await change.waitFor({ state: 'detached' });
  await page.goto('/inventory');
  return { page, ...fingerOn(page), api: await apiAs(bar, 'admin') };
}

/** Nothing is covered, cut off, too small or without a name, and nothing scrolls sideways. */
async function isGood(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await problemsOf(page)).toEqual([]);
}

/** From the file to the sale. */
async function brings({ page, tap, choose }: Phone, list: Export): Promise<void> {
  await tap(page.getByRole('link', { name: 'Import CSV' }));
  const chooser = page.waitForEvent('filechooser');
  await tap(page.getByLabel('Choose file'));
  await (await chooser).setFiles({ name: list.file, mimeType: '', buffer: list.bytes });
  if (list.sheet) {
    await choose(page.getByLabel('Sheet'), list.sheet);
    await expect.poll(() => page.getByLabel('Sheet').inputValue()).toBe(list.sheet);
    await isGood(page);
    await tap(pressable(page, 'Continue'));
  }
  await page.getByRole('heading', { name: 'What is in each column?' }).waitFor();
  for (const [heading, field] of Object.entries(list.maps ?? {}))
    await choose(page.getByLabel(heading), field);
  for (const answer of list.answers ?? []) await tap(option(page, answer));
  await isGood(page);
  await tap(pressable(page, 'Continue'));
  await page.getByRole('heading', { name: 'Check the list' }).waitFor();
  await isGood(page);
  await tap(pressable(page, list.button));
  await page.getByText('Import finished').waitFor();
  await tap(screenLink(page, 'Sales'));
  await tap(page.getByRole('link', { name: 'Quick Service' }));
  await tap(tile(page, list.sells));
  await tap(pressable(page, 'Process Sale'));
  await page.locator('.sold').waitFor();
}

/** The taps that this list takes beside those of all. */
function moreTaps({ sheet, maps = {}, answers = [] }: Export): number {
  return (sheet ? 3 : 0) + 2 * Object.keys(maps).length + answers.length;
}

it.each(EXPORTS.map((list) => [list.program, list] as const))(
  '%s: imported and sold',
  async (program, list) => {
    const bar = await openBar({ demo: false });
    try {
      const phone = await ownPhone(bar);
      const start = performance.now();
      await brings(phone, list);
      seconds[program] = Math.round((performance.now() - start) / 100) / 10;
      expect(phone.counted).toEqual({ taps: TAPS + moreTaps(list), keys: 0 });
      expect((seconds[program] ?? 0) + phone.counted.taps * TAP_S).toBeLessThan(WITHIN_S);

      const found = await phone.api.get<Imported[]>('/api/products');
      const named = (name: string) => found.find((product) => product.name === name);
      const sold = (product: Imported): Imported =>
        product.name === list.sells && product.stock !== undefined
          ? { ...product, stock: product.stock - 1 }
          : product;
      for (const product of list.products.map(sold))
        expect(named(product.name), product.name).toMatchObject(product);
      expect(found.map(({ name }) => name).sort()).toEqual(list.products.map(({ name }) => name).sort());
    } finally {
      await bar.close();
    }
  },
);
