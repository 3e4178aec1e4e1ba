/** Taps without an effect. */

/** Taps the page, so that `whenIdle` counts from here: the clock of a test starts anew, and other tests have tapped by the real one. */
export function tapNow(): void {
  dispatchEvent(new Event('pointerdown'));
}
