/** Primary actions at the sizes that `small-screens.e2e.ts` leaves out: each is on the screen, inside it, and nothing lies over it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bar, openBar, signIn } from '../support/box';
import { addLongNames } from '../support/longNames';
import { openSize, type Size } from '../support/sizes';
import { problemsByView, problemsOfActions } from '../support/views';

const SIZES: Record<string, Size> = {
  'a phone on its side': { width: 844, height: 390 },
  'text at 130 %': { width: 360, height: 740, text: 130 },
  'text at 175 %': { width: 390, height: 844, text: 175 },
  'zoom at 200 % on a computer': { width: 640, height: 400, scale: 2 },
};

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  await addLongNames(bar);
});
afterAll(() => bar?.close());

describe.each(Object.entries(SIZES))('%s', (_, size) => {
  it('shows every primary action', async () => {
    const page = await openSize(bar, size);
    await signIn(page, 'admin');
    expect(await problemsByView(page, (view) => problemsOfActions(page, view))).toEqual({});
  });
});
