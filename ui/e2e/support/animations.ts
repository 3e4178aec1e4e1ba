/** Waits for the animations of a page, so that what is measured does not move. */
import type { Page } from 'playwright-core';

/**
 * Waits until every animation that has an end has ended. Not by their promises: those of a transition in a closed fold never
 * settle, because nothing is drawn there.
 */
export async function animationsEnded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}
