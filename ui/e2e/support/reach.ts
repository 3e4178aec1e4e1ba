/** Whether a finger reaches an element: all of it is on the screen, and nothing lies over it. */
import type { Locator } from 'playwright-core';
import { animationsEnded } from './animations';

/** What is wrong with where an element is; null when all of it is on the screen and can be pressed. */
export async function problemOf(target: Locator, scrolls: boolean): Promise<string | null> {
  await target.waitFor();
  await animationsEnded(target.page());
  return target.evaluate((element, mayScroll) => {
    const name = element.textContent?.trim() || element.getAttribute('name') || element.tagName;
    if (mayScroll) element.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const place = `${name}: ${[left, right, top, bottom].map(Math.round).join(' ')}`;
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      return `outside, ${place}`;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // A disabled button lets the press through to what is behind it.
    const passes = element.matches(':disabled') && hit?.contains(element);
    if (!hit || !(passes || element.contains(hit) || hit.closest('label')?.contains(element)))
      return `covered by ${hit?.tagName} ${hit?.className}, ${place}`;
    const cut = element.scrollWidth > element.clientWidth + 1 && element.matches('button');
    return cut ? `cut off, ${place}` : null;
  }, scrolls);
}
