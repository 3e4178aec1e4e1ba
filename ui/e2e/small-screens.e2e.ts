/** Primary actions on low and narrow screens and with large text: each is on the screen, inside it, and nothing lies over it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animationsEnded } from './support/animations';
import { apiAs, productOf } from './support/api';
import { type Bar, hideTour, newContext, openBar, signIn } from './support/box';
import { deed, orderCard, typeAmounts } from './support/orders';

interface Size {
  width: number;
  height: number;
  /** Text size in percent. */
  text?: number;
  /** Device pixels for a CSS pixel: at 200 % zoom the viewport is half as large. */
  scale?: number;
}

const SIZES: Record<string, Size> = {
  'a phone on its side': { width: 844, height: 390 },
  'a small phone on its side': { width: 667, height: 375 },
  'text at 130 %': { width: 360, height: 740, text: 130 },
  'text at 175 %': { width: 390, height: 844, text: 175 },
  'text at 175 % on a small phone': { width: 360, height: 740, text: 175 },
  'text at 175 % on a phone on its side': { width: 844, height: 390, text: 175 },
  'zoom at 200 % on a phone': { width: 195, height: 422, scale: 2 },
  'zoom at 200 % on a computer': { width: 640, height: 400, scale: 2 },
};

interface View {
  path: string;
  /** What to press on the screen, to open the view. */
  open?: (page: Page) => Promise<void>;
  /** Visible without scrolling. */
  primary: (page: Page) => Locator;
  /** Visible after scrolling. */
  within?: (page: Page) => Locator;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
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

const VIEWS: Record<string, View> = {
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

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  // The newest order, with a long name, is not on credit.
  const api = await apiAs(bar, 'admin');
  const { id } = await productOf(api, 'Club Beer');
  const customerName = 'Hawa Dolo-Kpadeh of the table by the window';
  await api.send('POST', '/api/orders', {
    customerName,
    orderType: 'takeout',
    items: [{ productId: id, quantity: 2 }],
  });
});
afterAll(() => bar?.close());

async function openSize({ width, height, text, scale = 1 }: Size): Promise<Page> {
  const viewport = { width, height };
  const context = await newContext(bar, { viewport, deviceScaleFactor: scale });
  await context.addInitScript(hideTour);
  await context.addInitScript((percent) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${percent}%`;
    });
  }, text ?? 100);
  return context.newPage();
}

/** What is wrong with where an element is; null when all of it is on the screen and can be pressed. */
async function problemOf(target: Locator, scrolls: boolean): Promise<string | null> {
  await target.waitFor();
  await animationsEnded(target.page());
  return target.evaluate((element, mayScroll) => {
    const name = element.textContent?.trim() || element.getAttribute('name') || element.tagName;
    if (mayScroll) element.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const place = `${name}: ${[left, right, top, bottom].map(Math.round).join(' ')}`;
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      return `outside, ${place}`;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // A disabled button lets the press through to what is behind it.
    const passes = element.matches(':disabled') && hit?.contains(element);
    if (!hit || !(passes || element.contains(hit) || hit.closest('label')?.contains(element)))
      return `covered by ${hit?.tagName} ${hit?.className}, ${place}`;
    const cut = element.scrollWidth > element.clientWidth + 1 && element.matches('button');
    return cut ? `cut off, ${place}` : null;
  }, scrolls);
}

async function problemsOf(page: Page, view: View): Promise<string[]> {
  const found = [await problemOf(view.primary(page), false)];
  for (const one of (await view.within?.(page).all()) ?? []) {
    if (await one.isVisible()) found.push(await problemOf(one, true));
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...found, sideways > 1 ? `the page scrolls sideways by ${sideways} px` : null].filter(
    (problem) => problem !== null,
  );
}

describe.each(Object.entries(SIZES))('%s', (_, size) => {
  it('shows every primary action', async () => {
    const page = await openSize(size);
    await signIn(page, 'admin');
    const problems: Record<string, string[]> = {};
    for (const [name, view] of Object.entries(VIEWS)) {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('barback_')) localStorage.removeItem(key);
      });
      await page.goto(view.path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await view.open?.(page);
      const found = await problemsOf(page, view);
      if (found.length > 0) problems[name] = found;
    }
    expect(problems).toEqual({});
  }, 180_000);
});

it.each([
  ['a phone on its side', { width: 844, height: 390 }],
  ['a small phone', { width: 360, height: 640 }],
  ['zoom at 175 % on a phone', { width: 223, height: 482, scale: 1.75 }],
] as [string, Size][])(
  'shows amounts, change and a product while a note is chosen, on %s',
  async (_, size) => {
    const page = await openSize(size);
    await signIn(page, 'bartender');
    await page.goto('/bartender');
    await page.locator('.tile').filter({ hasText: 'Coca-Cola' }).first().click();
    const notes = page.locator('.chips label, .notes label').filter({ hasText: /^\$5$/ });
    await notes.first().click();
    expect(await problemOf(page.getByLabel('Change', { exact: true }), false)).toBeNull();
    const note = await notes.first().boundingBox();
    expect(note?.height).toBeGreaterThanOrEqual(44);
    expect(note?.width).toBeGreaterThanOrEqual(44);
    // A tile with its price between the bars.
    expect(await problemOf(page.locator('.tile .money').first(), true)).toBeNull();
    await page.context().close();
  },
);

it('scrolls the account menu on a phone on its side', async () => {
  const page = await openSize({ width: 844, height: 390 });
  await signIn(page, 'manager');
  await page.getByRole('button', { name: /^Account/ }).click();
  expect(await problemOf(page.getByRole('menuitem', { name: 'Sign Out' }), true)).toBeNull();
  await page.context().close();
});
