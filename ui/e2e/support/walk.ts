/** What is wrong with a screen as it is laid out: what does not fit, what is covered, what is too small to hit, what has no name. */
import type { Page } from 'playwright-core';
import { animationsEnded } from './animations';

/** The least width and height of a target, in pixels. */
const TARGET_PX = 44;

/** The elements that exceed the right edge of the screen and are not in a scroll container. */
export const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > width + 1 &&
        element.checkVisibility() &&
        !element.closest('.sr-only') &&
        !scrolls(element.parentElement),
    );
    const sideways = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    return [...sideways, ...outside.map((element) => `${element.tagName} ${element.className}`)];
  });

/** Every problem of the open sheet, or of the screen if none is open. Empty when there is none. `targets`: also their sizes. */
export async function problemsOf(page: Page, { targets = true } = {}): Promise<string[]> {
  await animationsEnded(page);
  const outside = await overflowing(page);
  const found = await page.evaluate(inspect, targets ? TARGET_PX : 0);
  return [...new Set([...outside, ...found])];
}

/** Runs in the page. Scrolls each control into view, and to both ends of the page by that. */
function inspect(target: number): string[] {
  const problems: string[] = [];
  const root = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
  const seen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 &&
      height > 2 &&
      !element.closest('.sr-only') &&
      element.checkVisibility({ visibilityProperty: true })
    );
  };
  const textOf = (element: Element) => element.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const referred = ids.map((id) => textOf(document.getElementById(id) ?? element)).join(' ');
    const { labels } = element as HTMLInputElement;
    return element.getAttribute('aria-label') || referred || textOf(labels?.[0] ?? element);
  };
  const say = (what: string, element: Element) =>
    problems.push(`${what}: ${element.tagName.toLowerCase()} '${nameOf(element).slice(0, 60)}'`);

  for (const control of root.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
  )) {
    // A radio button or a checkbox is pressed by its label.
    const label = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : null;
    const part = label ?? control;
    if (control.matches(':disabled') || !seen(part)) continue;
    const inText = control.matches('p a, li > small a, small a, dd a');
    if (!nameOf(control) && !control.matches('[tabindex="0"]')) say('no name', control);
    // What it is about may stand in its description, or in the name of its group, such as a line of the cart; what a dialog saves, in its title.
    const submits = control.closest('dialog') && control.matches('form button:not([type=button])');
    const says =
      submits || control.hasAttribute('aria-describedby') || control.closest('[role=group][aria-label]');
    if (/^(add|edit|delete|remove|change|open)$/i.test(nameOf(control)) && !says)
      say('a name that does not say of what', control);
    part.scrollIntoView({ block: 'center', inline: 'center' });
    // Of a link in a text that goes on in the next line, the part in its first line.
    const { left, top, width, height } = part.getClientRects()[0] ?? part.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + Math.min(height, innerHeight) / 2];
    const isHit = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && (part.contains(hit) || hit.contains(control) || Boolean(label?.contains(hit)));
    };
    if (control.matches('[tabindex="0"]:not(button, a)')) continue;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(part.contains(hit) || hit.closest('label')?.contains(control))) {
      say(`covered by ${hit?.tagName.toLowerCase()}.${hit?.className}`, control);
      continue;
    }
    if (target === 0 || inText) continue;
    // The target may be larger than the element, such as a whole row: how far from its middle does it reach?
    const reach = (stepX: number, stepY: number) => {
      let px = 0;
      while (px < target && isHit(x + stepX * px, y + stepY * px)) px += 1;
      return px;
    };
    const [wide, high] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    if (Math.min(wide, high) < target) say(`smaller than ${target} px (${wide} x ${high})`, control);
  }

  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const hasText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    if (!hasText || !seen(element)) continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
    // For screen readers alone.
    if (clipPath !== 'none') continue;
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const wide =
      hides(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    const high =
      hides(overflowY) && webkitLineClamp === 'none' && element.scrollHeight > element.clientHeight + 2;
    if (element.clientWidth > 0 && (wide || high)) say('text is cut off', element);
    if (element.matches('button') && element.scrollWidth > element.clientWidth + 1)
      say('text is cut off', element);
  }
  return problems;
}
