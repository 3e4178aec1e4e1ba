/**
 * A phone whose processor is four times slower than this machine's, on a Wi-Fi with 10 Mbit/s and 40 ms; each figure is the
 * middle of several runs, with the slowest beside it. Set BARBACK_BIN to a release build.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { apiAs } from '../support/api';
import { type Bar, newPhone, openBar, signIn } from '../support/box';

const SLOWER = 4;
const RUNS = 7;
const SMALL_PHONE = { width: 360, height: 740 };
/** Products at which a list has to be usable, and those among which a search has to be quick. */
const PRODUCTS = 500;
const PRODUCTS_TO_SEARCH = 2_000;
const KEYS = 'bottle 19';
/** Whoever types, waits so long between two keys, in milliseconds. */
const BETWEEN_KEYS_MS = 350;

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
afterAll(async () => {
  await bar?.close();
});

it('shows the sign-in', async () => {
  await tell('sign-in seen', async () => firstSight('/login', 'input[type="password"]'));
});

it('shows the public menu', async () => {
  await tell('public menu seen', async () => firstSight('/menu', '.dish'));
  await tell("public menu seen, by a table's code", async () => firstSight('/t/4', '.dish'));
});

it(`lists ${PRODUCTS} products`, async () => {
  await haveProducts(PRODUCTS);
  for (const path of ['/inventory', '/bartender']) {
    await tell(`${PRODUCTS} products usable at ${path}`, async () => {
      const page = await newPhone(bar, SMALL_PHONE);
      await signIn(page, 'admin');
      await slowDown(page);
      const seen = await timeTo(page, path, path === '/inventory' ? '.product' : '.tile');
      await page.context().close();
      return seen;
    });
  }
});

it(`searches ${PRODUCTS_TO_SEARCH} products`, async () => {
  await haveProducts(PRODUCTS_TO_SEARCH);
  const page = await newPhone(bar, SMALL_PHONE);
  await signIn(page, 'admin');
  await page.goto('/inventory');
  await page.locator('.product').first().waitFor();
  const session = await slowDown(page);
  await session.send('Performance.enable');
  const atTap = await busy(session);
  await page.getByPlaceholder(/Search by/).focus();
  await page.waitForTimeout(BETWEEN_KEYS_MS);
  report('a tap into that search, CPU', [(await busy(session)) - atTap]);
  report(`a key in the search of ${PRODUCTS_TO_SEARCH} products, CPU`, await typeAndErase(page, session));
  await page.setContent('<!doctype html><input>');
  await page.locator('input').focus();
  await page.waitForTimeout(BETWEEN_KEYS_MS);
  report('a key in an empty page with nothing but a field, CPU', await typeAndErase(page, session));
});

/** What each key costs, in milliseconds of work. */
async function typeAndErase(page: Page, session: CDPSession): Promise<number[]> {
  const times: number[] = [];
  for (const key of [...KEYS, ...Array<string>(KEYS.length).fill('Backspace')]) {
    const before = await busy(session);
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
    times.push((await busy(session)) - before);
  }
  return times;
}

/** Milliseconds of work that the page's main thread has done so far, as the phone would take. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1e3;
}

async function haveProducts(count: number): Promise<void> {
  const admin = await apiAs(bar, 'admin');
  const rows = Array.from(
    { length: count },
    (_, row) => `Bottle ${row} of rum,${1 + (row % 9)}.50,${5 + (row % 60)},drinks`,
  );
  const csvData = ['name,price,stock,category', ...rows].join('\n');
  await admin.send('POST', '/api/products/import', { csvData });
}

/** As a phone that has never been here sees it. */
async function firstSight(path: string, what: string): Promise<number> {
  const page = await newPhone(bar, SMALL_PHONE);
  await slowDown(page);
  const seen = await timeTo(page, path, what);
  await page.context().close();
  return seen;
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const net = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
  await session.send('Network.emulateNetworkConditions', net);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return session;
}

/** From the start of the navigation to the second frame after `what` is there: it has been painted then. */
async function timeTo(page: Page, path: string, what: string): Promise<number> {
  await page.addInitScript((selector) => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('seen')));
    });
    seen.observe(document, { subtree: true, childList: true });
  }, what);
  await page.goto(path, { waitUntil: 'commit' });
  const mark = await page.waitForFunction(() => performance.getEntriesByName('seen')[0]?.startTime);
  return (await mark.jsonValue()) ?? Number.NaN;
}

async function tell(what: string, once: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await once());
  report(what, times);
}

function report(what: string, times: number[]): void {
  const sorted = [...times].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  process.stdout.write(`${what}: ${middle?.toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms\n`);
}
