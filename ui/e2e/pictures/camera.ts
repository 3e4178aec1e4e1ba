/** Phones to be looked at, and pictures of them in docs/pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Bar, PHONE, signIn } from '../support/box';

const FOLDER = new URL('../../../docs/pictures/', import.meta.url).pathname;
/** Sharp on good screens, and all pictures together well under 3 MB. */
const QUALITY = 72;
/** A picture shows what lies within a phone's glass, or a part of it from the top. */
const SCALE = 2;

/** What is the same at every run: the light, the language, no movement. */
const STUDIO: BrowserContextOptions = {
  deviceScaleFactor: SCALE,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'Africa/Monrovia',
};

/** Longest wait for a button: a story that has gone astray is to end soon. */
const PATIENCE_MS = 15_000;

type Person = 'admin' | 'manager' | 'bartender';

/** A phone whose owner has taken the tour and, unless it is a guest, has signed in. */
export async function phoneOf(bar: Bar, who: Person | 'guest', options: BrowserContextOptions = {}) {
  const context = await bar.browser.newContext({ ...STUDIO, viewport: PHONE, baseURL: bar.url, ...options });
  await context.addInitScript(() => localStorage.setItem('onboarding_completed', 'true'));
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  if (who !== 'guest') await signIn(page, who);
  return page;
}

/** Takes the picture `name`, when everything is there and still; of the topmost `height` pixels where that is enough. */
export async function take(page: Page, name: string, height?: number): Promise<void> {
  const viewport = page.viewportSize() ?? PHONE;
  await still(page);
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

/** Takes away the note that the last deed left over the top of the page. */
export async function closeToast(page: Page): Promise<void> {
  const toast = page.locator('.toast');
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await toast.waitFor({ state: 'detached' });
}

/** Several pages side by side, as one picture on a dark ground. */
export async function takeTogether(browser: Browser, pages: Page[], name: string): Promise<void> {
  const shots: string[] = [];
  for (const page of pages) {
    await still(page);
    shots.push((await page.screenshot()).toString('base64'));
  }
  const gap = 28;
  const width = pages.length * PHONE.width + (pages.length + 1) * gap;
  const height = PHONE.height + 2 * gap;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1.5 });
  const table = await context.newPage();
  await table.setContent(
    `<body style="margin:0;display:flex;gap:${gap}px;padding:${gap}px;background:#33271d">${shots
      .map(
        (shot) =>
          `<img style="width:${PHONE.width}px;border-radius:26px;outline:1px solid #ffffff33" src="data:image/png;base64,${shot}" alt="">`,
      )
      .join('')}</body>`,
  );
  await take(table, name);
  await context.close();
}

/** Fonts and images are there, nothing is fetched, and nothing moves. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    );
    // Two frames: what the last answer changed is painted.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}
