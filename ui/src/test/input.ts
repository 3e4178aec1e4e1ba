/** Taps without an effect. */

/**
 * Taps the page, so that `whenIdle` counts from here. A test with its own clock calls it first: taps of earlier tests have times of the real
 * clock, which is ahead of it.
 */
export function tapNow(): void {
  dispatchEvent(new Event('pointerdown'));
}
