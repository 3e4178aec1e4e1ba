/** Returns the focus to the nearest element when the focused one is removed. */

/** One level of the page around an element: what it was, what stood after and before it. */
interface Level {
  self: Element;
  after: Element | null;
  before: Element | null;
}
/** An element's surroundings, innermost first, as they were when it had the focus. */
export type FocusPosition = readonly Level[];

// No fields: the focus in one would bring up the phone's keyboard.
const TAKES_FOCUS = 'button:not(:disabled), a[href]';

export function focusPositionOf(element: Element): FocusPosition {
  const levels: Level[] = [];
  for (let self: Element | null = element; self && self !== document.body; self = self.parentElement) {
    levels.push({ self, after: self.nextElementSibling, before: self.previousElementSibling });
  }
  return levels;
}

/** Nothing has the focus. */
export function focusIsLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** The element itself, what followed it, what went before it; else the same one level up. */
export function returnFocus(place: FocusPosition): void {
  for (const { self, after, before } of place) {
    for (const spot of [self, after, before]) {
      const target = spot?.isConnected ? targetIn(spot) : null;
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) return;
    }
  }
}

function targetIn(spot: Element): HTMLElement | null {
  return spot.matches(TAKES_FOCUS) ? (spot as HTMLElement) : spot.querySelector<HTMLElement>(TAKES_FOCUS);
}

let last: FocusPosition = [];
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = focusPositionOf(target);
});

/** Where the focus is, or was before what had it went away. */
export function lastFocusPosition(): FocusPosition {
  return focusIsLost() || document.activeElement instanceof HTMLDialogElement
    ? last
    : focusPositionOf(document.activeElement as Element);
}
