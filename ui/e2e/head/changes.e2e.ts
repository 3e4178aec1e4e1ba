/** Changes that head office asks of a bar, from the form to the answer of its box, and what the screens say when nothing answers. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/axe';
import { newContext, PHONE } from '../support/box';
import { type Head, openHead, openPage, signIn } from '../support/head';

/** A box hears of a change with its next contact, and these screens of its answer with theirs. */
const ANSWERED_WITHIN_MS = 90_000;

let head: Head;
beforeAll(async () => {
  head = await openHead();
}, 130_000);
afterAll(() => head?.close());

const choose = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('radio', { name, exact: true }).check({ force: true });

/** Chooses a single bar in the dialog. */
async function chooseBar(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All bars').uncheck();
  await dialog.getByLabel(name, { exact: true }).check();
}

const row = (page: Page, text: RegExp | string) => page.getByRole('listitem').filter({ hasText: text });

it('suggests a rate, sets what the box applies, and withdraws a change in time', {
  timeout: 120_000,
}, async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await page.goto('/changes');
  await page.getByRole('button', { name: 'New change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please enter a valid exchange rate').waitFor();
  await page.getByLabel('New Rate').fill('201');
  await chooseBar(page, 'Cape Bar');
  await choose(page, 'Now');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByText('Change sent').waitFor();
  await row(page, /Suggest 1 USD = 201/)
    .getByText('Received', { exact: true })
    .waitFor({ timeout: ANSWERED_WITHIN_MS });

  await page.getByRole('button', { name: 'New change' }).click();
  await choose(page, 'Setting');
  await page.getByRole('combobox', { name: 'Setting' }).selectOption({ label: 'Website' });
  await page.getByLabel('Value').fill('cape.bar.example');
  await chooseBar(page, 'Cape Bar');
  await choose(page, 'Now');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await row(page, 'Website: cape.bar.example')
    .getByText('Applied', { exact: true })
    .waitFor({ timeout: ANSWERED_WITHIN_MS });

  // The silent bar has not fetched it.
  await page.getByRole('button', { name: 'New change' }).click();
  await page.getByLabel('New Rate').fill('202');
  await chooseBar(page, 'Red Light Spot');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await row(page, /202/)
    .getByRole('button', { name: /^Withdraw change/ })
    .click();
  await row(page, /202/).getByText('Withdrawn', { exact: true }).waitFor();
  await expectAccessible(page);
});

it('adds a product, which the box of a bar applies', { timeout: 120_000 }, async () => {
  const page = await openPage(head);
  await signIn(page, 'owner');
  await page.goto('/products');
  await page.getByText('No shared products yet').waitFor();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Product name is required').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Palm Wine');
  await choose(page, 'Head office');
  await page.getByLabel('USD Price').fill('3.00');
  await chooseBar(page, 'Cape Bar');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await row(page, 'Palm Wine').getByText('$3.00').waitFor();
  await page.goto('/changes');
  await row(page, 'Product Palm Wine')
    .getByText(/^(Received|Applied)$/)
    .waitFor({ timeout: ANSWERED_WITHIN_MS });
});

it('says so where head office does not answer, and keeps what it showed', async () => {
  const context = await newContext(head, { viewport: PHONE });
  const page = await context.newPage();
  await signIn(page, 'owner');
  await page.locator('li.bar-card').nth(2).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByText("Can't reach head office").waitFor({ timeout: ANSWERED_WITHIN_MS });
  expect(await page.locator('li.bar-card').count()).toBe(3);
});
