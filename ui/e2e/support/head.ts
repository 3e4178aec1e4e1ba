/** Starts head office's demo for a test file: three bars with 30 nights, on a PostgreSQL of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { freePort, launchBrowser, newContext, PHONE, waitUntilHealthy } from './box';

const BINARY =
  process.env.BARBACK_HEAD_BIN ??
  (process.env.BARBACK_BIN
    ? join(dirname(process.env.BARBACK_BIN), 'barback-head')
    : new URL('../../../target/debug/barback-head', import.meta.url).pathname);
/** The demo sells 30 nights in three bars before it answers. */
const READY_WITHIN_MS = 120_000;

export interface Head {
  url: string;
  browser: Browser;
  /** Stops it; the page stays open. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openHead(): Promise<Head> {
  const [port, boxPort, metrics] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const flags = ['--listen', `127.0.0.1:${port}`, '--box-listen', `127.0.0.1:${boxPort}`];
  const program: ChildProcess = spawn(
    BINARY,
    ['serve', '--demo', ...flags, '--metrics', `127.0.0.1:${metrics}`],
    { stdio: 'ignore', env: { ...process.env, BARBACK_HEAD_CONFIG: '' } },
  );
  await waitUntilHealthy(`${url}/healthz`, program, READY_WITHIN_MS);
  const browser = await launchBrowser();
  async function stop() {
    if (program.exitCode !== null || program.signalCode !== null) return;
    const exited = new Promise((resolve) => program.once('exit', resolve));
    program.kill('SIGTERM');
    await exited;
  }
  return {
    url,
    browser,
    stop,
    async close() {
      await browser.close();
      await stop();
    },
  };
}

/** A page that fails the test if it logs an error or asks another host for anything. */
export async function openPage(head: Head, viewport = PHONE): Promise<Page> {
  const context = await newContext(head, { viewport });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error}`));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(head.url))
      problems.push(request.url());
  });
  onTestFinished(() => expect(problems).toEqual([]));
  return page;
}

/** Signs an account of the demo in through the form. */
export async function signIn(page: Page, username: 'owner' | 'manager'): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(`${username}123`);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'All bars' }).waitFor();
}
