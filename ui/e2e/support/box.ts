/** Starts a demo box for a test file, and a browser that reaches it as bar.test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';

const BINARY = process.env.BARBACK_BIN ?? new URL('../../../target/debug/barback', import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** A host name on plain HTTP, so that the pages are an insecure context, as in the bar. */
const HOST = 'bar.test';
const READY_WITHIN_MS = 20_000;
/** How long a page of a failed test may take to be read, and how much of it is printed. */
const PRINT_WITHIN_MS = 5_000;
const PRINTED_CHARACTERS = 3_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export interface Bar {
  url: string;
  browser: Browser;
  /** Kills the box with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, unless it runs. */
  start(): Promise<void>;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
}

/** The first password of the admin of a bar that is no demo. */
export const FIRST_PASSWORD = 'first-password';

/** `printer` is the address of the box's receipt printer. A bar that is no demo is empty. */
export async function openBar({ printer = 'none', demo = true } = {}): Promise<Bar> {
  const data = mkdtempSync(join(tmpdir(), 'barback-e2e-'));
  const port = await freePort();
  let box: ChildProcess | undefined;

  const runs = () => box !== undefined && box.exitCode === null && box.signalCode === null;

  async function start() {
    if (runs()) return;
    const flags = [
      ...(demo ? ['--demo'] : []),
      '--data',
      data,
      '--listen',
      // On all interfaces: a box that listens on 127.0.0.1 only shows no address for phones.
      `0.0.0.0:${port}`,
      '--no-mdns',
      '--allow-host',
      HOST,
    ];
    box = spawn(BINARY, [...flags, '--printer', printer], {
      stdio: 'ignore',
      env: { ...process.env, BARBACK_ADMIN_PASSWORD: FIRST_PASSWORD },
    });
    await waitUntilHealthy(`http://127.0.0.1:${port}/healthz`, box);
  }

  async function kill() {
    if (!box || !runs()) return;
    const exited = new Promise((resolve) => box?.once('exit', resolve));
    box.kill('SIGKILL');
    await exited;
  }

  await start();
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  if (!page.includes('<script')) {
    await kill();
    throw new Error(`${BINARY} was built without the screens (cargo build)`);
  }
  const browser = await launchBrowser();
  return {
    url: `http://${HOST}:${port}`,
    browser,
    kill,
    start,
    async close() {
      await browser.close();
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts Chromium, which finds the box by its name. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    ],
  });
}

/**
 * A browser of its own that reaches the box. It is closed when the test ends, so that it costs the next tests nothing. Without motion the
 * tests take a tenth less of the processor: Chromium draws every frame in software here.
 */
export async function newContext(bar: Pick<Bar, 'url' | 'browser'>, options: BrowserContextOptions) {
  const context = await bar.browser.newContext({ baseURL: bar.url, reducedMotion: 'reduce', ...options });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(context);
    await context.close();
  });
  return context;
}

/** Prints what the pages of a failed test show, as a screen reader has it. */
async function printPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = page.locator('body').ariaSnapshot({ timeout: PRINT_WITHIN_MS });
    const text = await shown.catch((error: unknown) => `cannot be read: ${error}`);
    process.stderr.write(`${page.url()} shows:\n${text.slice(0, PRINTED_CHARACTERS)}\n`);
  }
}

/** Runs in a page: the tour was completed on this phone, and shown today, so that it opens for nobody. */
export function hideTour(): void {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, '0');
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  localStorage.setItem('onboarding_completed', 'true');
  localStorage.setItem('onboarding_last_shown', today);
}

/** Opens a signed-out phone on which the tour does not open by itself; on a `fresh` phone it does. */
export async function newPhone(bar: Bar, viewport = PHONE, fresh = false): Promise<Page> {
  const context = await newContext(bar, { viewport });
  if (!fresh) await context.addInitScript(hideTour);
  return context.newPage();
}

/** A phone whose screen is touched. */
export async function newTouchPhone(bar: Bar, viewport = PHONE): Promise<Page> {
  const context = await newContext(bar, { viewport, hasTouch: true, isMobile: true });
  await context.addInitScript(hideTour);
  return context.newPage();
}

/** Signs a demo user in through the form. */
export const signIn = (page: Page, username: 'admin' | 'manager' | 'bartender') =>
  signInWith(page, username, `${username}123`);

/** Signs anybody in through the form. */
export async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .waitFor();
}

/** Waits until `program` answers at `url`. */
export async function waitUntilHealthy(
  url: string,
  program: ChildProcess,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    if (program.exitCode !== null)
      throw new Error(`it ended with ${program.exitCode}; is it built? (cargo build)`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error('it did not become healthy');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
