/** What a person does with an order: unfolds its card, opens its deeds, takes money for it. */
import type { Locator, Page } from 'playwright-core';

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true });

/** The card of this guest's newest order in the list: a test that is tried again finds the order of its first try there too. */
export const orderCard = (on: Page | Locator, customer: string) =>
  on.locator('article.order', { hasText: customer }).first();

/** Opens the card, if it is folded. */
export async function unfold(card: Locator): Promise<Locator> {
  const details = card.locator('details.fold').first();
  await details.waitFor();
  if ((await details.getAttribute('open')) === null) await card.locator('summary').first().click();
  return card;
}

/** Presses a button of the card, or one under its '…'. */
export async function deed(card: Locator, name: string): Promise<void> {
  await unfold(card);
  const own = button(card, name);
  const more = button(card, /^More for /);
  await own.or(more).first().waitFor();
  if ((await own.count()) > 0) return own.click();
  await more.click();
  const sheet = card.page().getByRole('dialog', { name: /^Order #\d+$/ });
  await button(sheet, name).click();
}

/** Opens the fields of a payment to type in. */
export const typeAmounts = (pay: Locator) => pay.getByRole('radio', { name: 'Other' }).check({ force: true });

/** Adds products to the open sheet of an order, each by its tile. */
export async function addProducts(sheet: Locator, ...products: string[]): Promise<void> {
  for (const product of products) await button(sheet, `Add ${product}`).click();
}
