/** Every screen and sheet at all sizes of screen and text: nothing outside, nothing covered, no text cut off, and axe finds nothing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsOf } from '../support/axe';
import { type Bar, openBar, signIn } from '../support/box';
import { addLongNames, addZ } from '../support/longNames';
import { screensOf } from '../support/screens';
import { SHEETS } from '../support/sheets';
import { openSize } from '../support/sizes';
import { openScreen, problemsByName, problemsByView } from '../support/views';
import { problemsOf } from '../support/walk';

const SCREEN_SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];
const TEXT_SIZES = [100, 130, 175];
const SIZES = SCREEN_SIZES.flatMap((size) => TEXT_SIZES.map((text) => ({ ...size, text })));

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  await addLongNames(bar);
  await addZ(bar);
});
afterAll(() => bar?.close());

/** Both themes: axe checks the colours in each. */
async function look(page: Page): Promise<string[]> {
  return [...(await problemsOf(page, { targets: false })), ...(await findingsOf(page))];
}

describe.each(SIZES)('$width x $height, text at $text %', (size) => {
  it('fits every screen', async () => {
    const problems: Record<string, string[]> = {};
    for (const who of ['admin', 'bartender'] as const) {
      const page = await openSize(bar, size);
      await signIn(page, who);
      for (const path of await screensOf(page, who)) {
        await openScreen(page, path);
        const found = await look(page);
        if (found.length > 0) problems[path] = found;
      }
      await page.context().close();
    }
    expect(problems).toEqual({});
  });

  it('fits every sheet', async () => {
    const page = await openSize(bar, size);
    await signIn(page, 'admin');
    expect(await problemsByView(page, () => look(page))).toEqual({});
    expect(await problemsByName(page, SHEETS, () => look(page))).toEqual({});
  });
});
