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
  nodes: { html: string; target: string[] }[];
}

/** The page is the same in both themes but for its colours, so that only the first is checked for everything. */
const CHECKS = [
  { theme: 'dark', runOnly: TAGS },
  { theme: 'light', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
];

/** Checks the page in its current state, once it is loaded, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findingsOf(page)).toEqual([]);
}

/** What that check finds, each with its theme, its rule and the elements. */
export async function findingsOf(page: Page): Promise<string[]> {
  const findings: string[] = [];
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton'));
  for (const { theme, runOnly } of CHECKS) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Axe must check the colours after their transition.
    await animationsEnded(page);
    const isThere = await page.evaluate(() => 'axe' in window);
    if (!isThere) await page.evaluate(AXE);
    const violations = await page.evaluate(findViolations, {
      runOnly,
      rules: RULES,
      resultTypes: ['violations'],
    });
    for (const { id, nodes } of violations)
      findings.push(`${theme}, ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return findings;
}

/**
 * Runs in the page. A target that lies partly under a bar, as long as the page is scrolled like this, is no violation: it is looked
 * at again in the middle of the screen.
 */
async function findViolations(options: object): Promise<Violation[]> {
  const { axe } = window as unknown as {
    axe: { run(within: unknown, options: object): Promise<{ violations: Violation[] }> };
  };
  const { violations } = await axe.run(document, options);
  for (const violation of violations.filter(({ id }) => id === 'target-size')) {
    const small: Violation['nodes'] = [];
    for (const node of violation.nodes) {
      document.querySelector(node.target.join(' '))?.scrollIntoView({ block: 'center' });
      const again = await axe.run({ include: [node.target] }, { runOnly: ['target-size'] });
      if (again.violations.length > 0) small.push(node);
    }
    violation.nodes = small;
  }
  return violations.filter(({ nodes }) => nodes.length > 0);
}
