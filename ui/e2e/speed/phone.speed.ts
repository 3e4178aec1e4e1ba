/**
 * Benchmark of the screens on a phone with a processor four times slower than this machine's, on a Wi-Fi with 10 Mbit/s and
 * 40 ms latency. Each figure is the median of several runs, with the maximum. Set BARBACK_BIN to a release build.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { apiAs } from '../support/api';
import { type Bar, newPhone, openBar, signIn } from '../support/box';

const CPU_SLOWDOWN = 4;
const RUNS = 7;
const SMALL_PHONE = { width: 360, height: 740 };
/** Number of products in the list benchmark, and in the search benchmark. */
const PRODUCTS = 500;
const PRODUCTS_TO_SEARCH = 2_000;
const KEYS = 'bottle 19';
/** Pause of a typing user between two keys, in milliseconds. */
const BETWEEN_KEYS_MS = 350;

let bar: Bar;
beforeAll(async () => {
  bar = await openBar();
});
afterAll(async () => {
  await bar?.close();
});

it('shows the sign-in', async () => {
  await measure('sign-in seen', async () => timeFirstVisit('/login', 'input[type="password"]'));
});

it('shows the public menu', async () => {
  await measure('public menu seen', async () => timeFirstVisit('/menu', '.dish'));
  await measure("public menu seen, by a table's code", async () => timeFirstVisit('/t/4', '.dish'));
});

it(`lists ${PRODUCTS} products`, async () => {
  await importProducts(PRODUCTS);
  for (const path of ['/inventory', '/bartender']) {
    await measure(`${PRODUCTS} products usable at ${path}`, async () => {
      const page = await newPhone(bar, SMALL_PHONE);
      await signIn(page, 'admin');
      await slowDown(page);
      const seen = await timeTo(page, path, path === '/inventory' ? '.stock-row' : '.tile');
      await page.context().close();
      return seen;
    });
  }
});

it(`picks among ${PRODUCTS} products`, async () => {
  const page = await newPhone(bar, SMALL_PHONE);
  await signIn(page, 'admin');
  for (const path of ['/bartender', '/table-service']) {
    await page.goto(path);
    const inSheet = path === '/table-service';
    const sheet = page.getByRole('dialog', { name: 'Select Drinks' });
    if (inSheet) {
      await page.getByRole('button', { name: 'New Drink Order' }).click();
      await page.getByRole('button', { name: 'Select Drinks' }).click();
      // Until all of them are drawn.
      await sheet.getByText('Bottle 99 of rum').waitFor();
    }
    const at = inSheet ? 'in Select Drinks' : 'on the till';
    const session = await slowDown(page);
    await session.send('Performance.enable');
    const products = (inSheet ? sheet : page).locator('.tile');
    await products.first().waitFor();
    const taps: number[] = [];
    for (let tap = 0; tap < 2 * RUNS; tap += 1) {
      const before = await cpuTime(session);
      await products.nth(tap % 2).click();
      await page.waitForTimeout(BETWEEN_KEYS_MS);
      taps.push((await cpuTime(session)) - before);
    }
    report(`a tap on one of ${PRODUCTS} products ${at}, CPU`, taps);
    await (inSheet ? sheet : page).getByPlaceholder('Search products').focus();
    await page.waitForTimeout(BETWEEN_KEYS_MS);
    report(`a key in the search ${at}, CPU`, await typeAndErase(page, session));
    await session.detach();
  }
});

it(`searches ${PRODUCTS_TO_SEARCH} products`, async () => {
  await importProducts(PRODUCTS_TO_SEARCH);
  const page = await newPhone(bar, SMALL_PHONE);
  await signIn(page, 'admin');
  await page.goto('/inventory');
  await page.locator('.stock-row .name').first().waitFor();
  const session = await slowDown(page);
  await session.send('Performance.enable');
  const atTap = await cpuTime(session);
  await page.getByLabel('Search products').focus();
  await page.waitForTimeout(BETWEEN_KEYS_MS);
  report('a tap into that search, CPU', [(await cpuTime(session)) - atTap]);
  report(`a key in the search of ${PRODUCTS_TO_SEARCH} products, CPU`, await typeAndErase(page, session));
  await page.setContent('<!doctype html><input>');
  await page.locator('input').focus();
  await page.waitForTimeout(BETWEEN_KEYS_MS);
  report('a key in an empty page with nothing but a field, CPU', await typeAndErase(page, session));
});

/** The CPU time of each key, in milliseconds. */
async function typeAndErase(page: Page, session: CDPSession): Promise<number[]> {
  const times: number[] = [];
  for (const key of [...KEYS, ...Array<string>(KEYS.length).fill('Backspace')]) {
    const before = await cpuTime(session);
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
    times.push((await cpuTime(session)) - before);
  }
  return times;
}

/** The CPU time of the page's main thread so far, in milliseconds on the slow phone. */
async function cpuTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1e3;
}

async function importProducts(count: number): Promise<void> {
  const admin = await apiAs(bar, 'admin');
  const rows = Array.from(
    { length: count },
    (_, row) => `Bottle ${row} of rum,${1 + (row % 9)}.50,${5 + (row % 60)},drinks`,
  );
  const csvData = ['name,price,stock,category', ...rows].join('\n');
  await admin.send('POST', '/api/products/import', { csvData });
}

/** The time until an element is painted on a phone with an empty cache, in milliseconds. */
async function timeFirstVisit(path: string, selector: string): Promise<number> {
  const page = await newPhone(bar, SMALL_PHONE);
  await slowDown(page);
  const seen = await timeTo(page, path, selector);
  await page.context().close();
  return seen;
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const net = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
  await session.send('Network.emulateNetworkConditions', net);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

/** The time from the start of the navigation to the second frame after the element exists, when it has been painted. */
async function timeTo(page: Page, path: string, selector: string): Promise<number> {
  await page.addInitScript((target) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(target)) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('seen')));
    });
    observer.observe(document, { subtree: true, childList: true });
  }, selector);
  await page.goto(path, { waitUntil: 'commit' });
  const mark = await page.waitForFunction(() => performance.getEntriesByName('seen')[0]?.startTime);
  return (await mark.jsonValue()) ?? Number.NaN;
}

/** Runs a benchmark several times and reports it. */
async function measure(name: string, run: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < RUNS; count++) times.push(await run());
  report(name, times);
}

function report(name: string, times: number[]): void {
  const sorted = [...times].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  process.stdout.write(`${name}: ${median?.toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms\n`);
}
