/** A finger that counts its taps, and what it finds on the screens. */
import type { Locator, Page } from 'playwright-core';
import { type Bar, newTouchPhone, signIn } from './box';

export type Who = 'admin' | 'manager' | 'bartender';

export const named = (on: Page | Locator, name: string) =>
  on.locator('.name', { hasText: new RegExp(`^${name}$`) });
export const tile = (page: Page, name: string) => page.locator('.tile').filter({ has: named(page, name) });
export const screenLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
export const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: true });
export const pressable = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: true });
export const option = (on: Page | Locator, name: string | RegExp) =>
  on.locator('label').filter({ hasText: name });

/** Counts what a finger does on a page. Typed letters and digits are no taps; a native select takes two. */
export function fingerOn(page: Page) {
  const counted = { taps: 0, keys: 0 };
  return {
    counted,
    async tap(target: Locator) {
      counted.taps += 1;
      await target.tap();
    },
    async choose(target: Locator, label: string | RegExp) {
      counted.taps += 2;
      const options = await target.locator('option').allTextContents();
      const found = options.find((one) => (typeof label === 'string' ? one === label : label.test(one)));
      await target.selectOption({ label: found ?? String(label) });
    },
    async type(text: string) {
      counted.keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

/** A signed-in phone at the screen where the job starts. */
export async function phoneOn(bar: Bar, path: string, who: Who) {
  const page = await newTouchPhone(bar);
  await signIn(page, who);
  await page.goto(path);
  return { page, ...fingerOn(page) };
}
