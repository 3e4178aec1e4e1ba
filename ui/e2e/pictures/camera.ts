/** Takes screenshots of phones for docs/pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { animationsEnded } from '../support/animations';
import { type Bar, hideTour, PHONE, signIn } from '../support/box';

const FOLDER = new URL('../../../docs/pictures/', import.meta.url).pathname;
/** WebP quality: sharp on good screens, with all pictures together well under 3 MB. */
const QUALITY = 72;
/** Device pixels per CSS pixel. */
const SCALE = 2;

/** Fixed settings, so that every run takes the same pictures. */
const CONTEXT: BrowserContextOptions = {
  deviceScaleFactor: SCALE,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'Africa/Monrovia',
};

/** Longest wait for an element, so that a broken test fails soon. */
const ACTION_TIMEOUT_MS = 15_000;

type StaffRole = 'admin' | 'manager' | 'bartender';

/** Opens a phone on which the tour does not open and, except for a guest, somebody is signed in. */
export async function phoneOf(bar: Bar, user: StaffRole | 'guest', options: BrowserContextOptions = {}) {
  const context = await bar.browser.newContext({ ...CONTEXT, viewport: PHONE, baseURL: bar.url, ...options });
  await context.addInitScript(hideTour);
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  if (user !== 'guest') await signIn(page, user);
  return page;
}

/** Saves a screenshot as `name`.webp once the page has finished loading; only the topmost `height` pixels if given. */
export async function take(page: Page, name: string, height?: number): Promise<void> {
  const viewport = page.viewportSize() ?? PHONE;
  await waitUntilStill(page);
  const y = await page.evaluate(() => window.scrollY);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y, width: viewport.width, height: height ?? viewport.height, scale: 1 },
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}${name}.webp`, Buffer.from(data, 'base64'));
  await session.detach();
}

/** Dismisses the toast of the last action. */
export async function closeToast(page: Page): Promise<void> {
  const toast = page.locator('.toast');
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await toast.waitFor({ state: 'detached' });
}

/** Saves one picture of several pages side by side on a dark background. */
export async function takeTogether(browser: Browser, pages: Page[], name: string): Promise<void> {
  const shots: string[] = [];
  for (const page of pages) {
    await waitUntilStill(page);
    shots.push((await page.screenshot()).toString('base64'));
  }
  const gap = 28;
  const width = pages.length * PHONE.width + (pages.length + 1) * gap;
  const height = PHONE.height + 2 * gap;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1.5 });
  const collage = await context.newPage();
  await collage.setContent(
    `<body style="margin:0;display:flex;gap:${gap}px;padding:${gap}px;background:#33271d">${shots
      .map(
        (shot) =>
          `<img style="width:${PHONE.width}px;border-radius:26px;outline:1px solid #ffffff33" src="data:image/png;base64,${shot}" alt="">`,
      )
      .join('')}</body>`,
  );
  await take(collage, name);
  await context.close();
}

/** Waits until fonts and images are loaded and animations have ended. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  await animationsEnded(page);
  // After two frames the last change has been painted.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}
