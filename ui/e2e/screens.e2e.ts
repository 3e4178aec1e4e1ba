/**
 * Every screen and sheet on a phone: each control has a name and a target of 44 px, nothing lies over it when the page is scrolled to it, no
 * text is cut off. `npm run sizes` looks at all sizes of screen and text.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bar, openBar, PHONE, signIn } from './support/box';
import { addLongNames, addZ } from './support/longNames';
import { SIGNED_OUT, screensOf } from './support/screens';
import { SHEETS } from './support/sheets';
import { openSize } from './support/sizes';
import { openScreen, problemsByName, problemsByView } from './support/views';
import { problemsOf } from './support/walk';

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
  await addLongNames(bar);
  await addZ(bar);
});
afterAll(() => bar?.close());

it.each(['admin', 'bartender'] as const)(
  'fits every screen of the %s',
  async (who) => {
    const page = await openSize(bar, PHONE);
    await signIn(page, who);
    const problems: Record<string, string[]> = {};
    for (const path of await screensOf(page, who)) {
      await openScreen(page, path);
      const found = await problemsOf(page);
      if (found.length > 0) problems[path] = found;
    }
    expect(problems).toEqual({});
  },
  180_000,
);

it('fits every sheet', async () => {
  const page = await openSize(bar, PHONE);
  await signIn(page, 'admin');
  expect(await problemsByView(page, () => problemsOf(page))).toEqual({});
}, 180_000);

it('fits the sheets of single deeds', async () => {
  const page = await openSize(bar, PHONE);
  await signIn(page, 'admin');
  expect(await problemsByName(page, SHEETS, () => problemsOf(page))).toEqual({});
}, 180_000);

it('fits the pages of those who are not signed in', async () => {
  const page = await openSize(bar, PHONE);
  const problems: Record<string, string[]> = {};
  for (const path of SIGNED_OUT) {
    await openScreen(page, path);
    const found = await problemsOf(page);
    if (found.length > 0) problems[path] = found;
  }
  expect(problems).toEqual({});
});

it('notices a button of a dialog that does not say of what, unless it is the one that saves', async () => {
  const page = await openSize(bar, PHONE);
  await page.setContent(`<style>button { width: 200px; height: 60px }</style>
    <dialog open aria-label="Add Table">
      <button type="button">Add</button>
      <form><button>Add</button></form>
    </dialog>`);
  expect(await problemsOf(page)).toEqual(["a name that does not say of what: button 'Add'"]);
});

it('notices what is covered, too small, cut off, outside, or without a name', async () => {
  const page = await openSize(bar, PHONE);
  await page.setContent(`<style>
    body { margin: 0 }
    button { width: 200px; height: 60px; margin: 0 }
    .bar { position: fixed; inset: auto 0 0; height: 80px; background: grey }
    .row { position: relative; height: 56px }
    .row > a::after { content: ''; position: absolute; inset: 0 }
    </style>
    <div class="row"><a href="#">A whole row</a></div>
    <div><button style="height: 30px">Low</button></div>
    <div><button></button></div>
    <div><button>Delete</button></div>
    <div style="width: 60px; overflow: hidden; white-space: nowrap">A text that is cut off</div>
    <div style="width: 500px">Wide</div>
    <div style="height: 900px"></div>
    <div><button>Under the bar</button></div>
    <div class="bar"></div>`);
  expect(await problemsOf(page)).toEqual([
    'the page scrolls sideways',
    'DIV ',
    "smaller than 44 px (88 x 31): button 'Low'",
    "no name: button ''",
    "a name that does not say of what: button 'Delete'",
    "covered by div.bar: button 'Under the bar'",
    "text is cut off: div 'A text that is cut off'",
  ]);
});
