/** The sheets of single deeds, each opened with few taps: looked at on a phone, and at all sizes by `npm run sizes`. */
import type { Locator, Page } from 'playwright-core';
import { deed, orderCard } from './orders';
import type { View } from './views';

type Sheet = Pick<View, 'path' | 'open'>;

const press = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: true }).first().click();
const shown = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: true }).waitFor();

/** A deed with the newest order that is not at a table. */
const ofOrder = (name: string): Sheet => ({
  path: '/table-service',
  open: async (page) => {
    await deed(orderCard(page, 'Hawa Dolo-Kpadeh'), name);
    await shown(page, name);
  },
});
/** A deed with an order at a table. */
const ofTable = (name: string): Sheet => ({
  path: '/table-service',
  open: async (page) => {
    await deed(orderCard(page, 'by the window, inside'), name);
    await shown(page, name);
  },
});
/** A button of a page, and the dialog of the same name. */
const ofPage = (path: string, name: string): Sheet => ({
  path,
  open: async (page) => {
    await press(page, name);
    await shown(page, name);
  },
});
const ofReceipt = (...names: string[]): Sheet => ({
  path: '/receipts',
  open: async (page) => {
    await press(page, 'View');
    for (const name of ['Digital Receipt', ...names]) {
      if (name !== 'Digital Receipt') await press(page.getByRole('dialog').last(), name);
      await shown(page, name);
    }
  },
});
const ofCart = (open: (page: Page) => Promise<void>): Sheet => ({
  path: '/bartender',
  open: async (page) => {
    await page.locator('.tile').filter({ hasText: 'Club Beer' }).first().click();
    await open(page);
  },
});

export const SHEETS: Record<string, Sheet> = {
  discount: ofOrder('Discount'),
  comp: ofOrder('Comp'),
  'walk-out': ofOrder('Walk-out'),
  'move items': ofOrder('Move Items'),
  'move table': ofTable('Move Table'),
  'merge orders': ofTable('Merge Orders'),
  'put on tab': ofCart(async (page) => {
    // A cart beside the tiles is open.
    if (await page.locator('.peek').isVisible()) await page.locator('.peek').click();
    await press(page, 'Put on tab');
    await shown(page, 'Put on tab');
  }),
  'other cash': ofCart(async (page) => {
    const other = page.getByRole('radiogroup', { name: 'Cash received' }).getByText('Other', { exact: true });
    await other.first().click();
    await shown(page, 'Cash received');
  }),
  receipt: ofReceipt(),
  void: ofReceipt('Void an Item'),
  refund: ofReceipt('Refund'),
  table: ofPage('/settings/tables', 'Add Table'),
  method: ofPage('/settings/methods', 'Add Method'),
  reason: ofPage('/staff/reasons', 'Add Reason'),
  printer: ofPage('/settings/printing', 'Add Printer'),
};
