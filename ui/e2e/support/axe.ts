/** Accessibility check of a page with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { animationsEnded } from './animations';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The account button shows initials that are hidden from screen readers, which read the name instead. */
const RULES = { 'label-content-name-mismatch': { enabled: false } };

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** The page is the same in both themes but for its colours, so that only the first is checked for everything. */
const CHECKS = [
  { theme: 'dark', runOnly: TAGS },
  { theme: 'light', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
];

/** Checks the page in its current state, once it is loaded, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton'));
  for (const { theme, runOnly } of CHECKS) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Axe must check the colours after their transition.
    await animationsEnded(page);
    const isThere = await page.evaluate(() => 'axe' in window);
    if (!isThere) await page.evaluate(AXE);
    const violations = await page.evaluate(
      async (options) => {
        const axe = (
          window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
        ).axe;
        return (await axe.run({ ...options, resultTypes: ['violations'] })).violations;
      },
      { runOnly, rules: RULES },
    );
    expect(violations.map(({ id, nodes }) => [theme, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}
