/** The screens with something opened on them: sheets and dialogs, each with its primary action. */
import type { Locator, Page } from 'playwright-core';
import { deed, orderCard, typeAmounts } from './orders';
import { problemOf } from './reach';

export interface View {
  path: string;
  /** What to press on the screen, to open the view. */
  open?: (page: Page) => Promise<void>;
  /** Visible without scrolling. */
  primary: (page: Page) => Locator;
  /** Visible after scrolling. */
  within?: (page: Page) => Locator;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name });
const press = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).first().click();
  await page.getByRole('dialog').waitFor();
};
async function fillCart(page: Page) {
  for (const name of ['Club Beer', 'Coca-Cola', 'Heineken'])
    await page.locator('.tile').filter({ hasText: name }).first().click();
}
async function openCart(page: Page) {
  await fillCart(page);
  const bar = page.locator('.peek');
  if (await bar.isVisible()) await bar.click();
}
const digits = (page: Page) => page.locator('.numpad button');

export const VIEWS: Record<string, View> = {
  till: { path: '/bartender', open: fillCart, primary: (page) => button(page, 'Process Sale') },
  cart: {
    path: '/bartender',
    open: openCart,
    primary: (page) => button(page, 'Process Sale').last(),
    within: (page) => page.locator('.cart-line button'),
  },
  payment: {
    path: '/table-service',
    open: async (page) => {
      await deed(orderCard(page, 'Hawa Dolo-Kpadeh').first(), 'Payment');
      await typeAmounts(page.getByRole('dialog', { name: 'Process Payment' }));
      await page.locator('.numpad').waitFor();
    },
    primary: (page) => inDialog(page, 'Process Payment'),
    within: digits,
  },
  'payment by keys': {
    path: '/table-service',
    open: async (page) => {
      await deed(orderCard(page, 'Hawa Dolo-Kpadeh').first(), 'Payment');
      await page.locator('.change-line').waitFor();
    },
    primary: (page) => inDialog(page, 'Process Payment'),
  },
  'order of a table': {
    path: '/table-service',
    open: async (page) => {
      await page.locator('.spot:not([data-taken])').first().click();
      await page.locator('.picker.dense .tile').first().waitFor();
    },
    primary: (page) => inDialog(page, 'Create Drink Order'),
  },
  'bill of a table': {
    path: '/table-service',
    open: async (page) => {
      await page.locator('.spot[data-taken]:has(.money)').first().click();
      await page.locator('.rounds').waitFor();
    },
    primary: (page) => inDialog(page, 'Add items'),
  },
  'new order': {
    path: '/table-service',
    open: press('New Drink Order'),
    primary: (page) => inDialog(page, 'Create Drink Order'),
    within: (page) => inDialog(page, 'Select Drinks'),
  },
  picker: {
    path: '/table-service',
    open: async (page) => {
      await press('New Drink Order')(page);
      await inDialog(page, 'Select Drinks').click();
      await inDialog(page, 'Done').waitFor();
    },
    primary: (page) => inDialog(page, 'Done'),
  },
  'a customer’s tab': {
    path: '/customer-tab',
    open: async (page) => {
      await page.locator('.rows button').first().click();
      await inDialog(page, 'Mark as Paid').waitFor();
    },
    primary: (page) => inDialog(page, 'Mark as Paid'),
    within: (page) => page.getByRole('dialog').locator('footer button'),
  },
  'payment of a tab': {
    path: '/customer-tab',
    open: async (page) => {
      await page.locator('.rows button').first().click();
      await inDialog(page, 'Partial Payment').click();
    },
    primary: (page) => inDialog(page, 'Record Payment'),
    within: digits,
  },
  'add product': {
    path: '/inventory',
    open: press('Add Product'),
    primary: (page) => inDialog(page, 'Create Product'),
    within: (page) => page.getByRole('dialog').locator('input:not([type=checkbox])'),
  },
  product: {
    path: '/inventory',
    open: async (page) => {
      await page.getByRole('button', { name: 'Club Beer', exact: true }).click();
      await inDialog(page, 'Edit Product').waitFor();
    },
    primary: (page) => inDialog(page, 'Edit Product'),
  },
  'tools of the inventory': {
    path: '/inventory',
    open: press('More'),
    primary: (page) => inDialog(page, 'Close'),
    within: (page) => inDialog(page, 'Menu QR code'),
  },
  'quick sale': {
    path: '/sales',
    open: press('Quick Sale'),
    primary: (page) => inDialog(page, 'Record Sale'),
  },
  'add credit': {
    path: '/credit',
    open: press('Add Credit'),
    primary: (page) => inDialog(page, 'Add Credit'),
    within: (page) => page.getByRole('dialog').locator('input'),
  },
  'create user': {
    path: '/admin',
    open: press('Create User'),
    primary: (page) => inDialog(page, 'Create User'),
    within: (page) => page.getByRole('dialog').locator('input:not([type=checkbox])'),
  },
  rate: {
    path: '/exchange-rate',
    primary: (page) => page.getByRole('heading', { level: 1 }),
    within: (page) => button(page, 'Update Rate'),
  },
};

/** Forgets carts and drafts that this phone keeps, so that the next view begins empty. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('barback_')) localStorage.removeItem(key);
  });
}

async function openView(page: Page, { path, open }: Pick<View, 'path' | 'open'>): Promise<void> {
  await openScreen(page, path);
  await open?.(page);
}

/** Opens a screen and waits until it is loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'));
}

/** Opens every view, and gives the problems that `look` finds, by the name of the view; views without problems are left out. */
export const problemsByView = (page: Page, look: (view: View) => Promise<string[]>) =>
  problemsByName(page, VIEWS, look);

/** The same of other views. */
export async function problemsByName<Opened extends Pick<View, 'path' | 'open'>>(
  page: Page,
  views: Record<string, Opened>,
  look: (view: Opened) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const [name, view] of Object.entries(views)) {
    await forget(page);
    await openView(page, view);
    const found = await look(view);
    if (found.length > 0) problems[name] = found;
  }
  return problems;
}

/** What hides the actions of an open view, and how far its page scrolls sideways. */
export async function problemsOfActions(page: Page, view: View): Promise<string[]> {
  const found = [await problemOf(view.primary(page), false)];
  for (const one of (await view.within?.(page).all()) ?? []) {
    if (await one.isVisible()) found.push(await problemOf(one, true));
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...found, sideways > 1 ? `the page scrolls sideways by ${sideways} px` : null].filter(
    (problem) => problem !== null,
  );
}
