/** Focus restoration: moves the focus to the nearest element when the focused one is removed. */

/** An element or one of its ancestors, with its siblings. */
interface Level {
  self: Element;
  after: Element | null;
  before: Element | null;
}
/** An element and its ancestors, innermost first, as they were when the element had the focus. */
export type FocusPosition = readonly Level[];

// No fields: focusing one would open the phone's keyboard.
const FOCUSABLE = 'button:not(:disabled), a[href]';

export function focusPositionOf(element: Element): FocusPosition {
  const levels: Level[] = [];
  for (let self: Element | null = element; self && self !== document.body; self = self.parentElement) {
    levels.push({ self, after: self.nextElementSibling, before: self.previousElementSibling });
  }
  return levels;
}

/** Whether no element has the focus. */
export function focusIsLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Focuses the element itself, the one after it or the one before it; if none can take the focus, the same one level up. */
export function returnFocus(position: FocusPosition): void {
  for (const { self, after, before } of position) {
    for (const element of [self, after, before]) {
      const target = element?.isConnected ? focusableIn(element) : null;
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) return;
    }
  }
}

function focusableIn(element: Element): HTMLElement | null {
  return element.matches(FOCUSABLE)
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>(FOCUSABLE);
}

let last: FocusPosition = [];
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = focusPositionOf(target);
});

/** The position of the focused element, or of the last one if no element has the focus. */
export function lastFocusPosition(): FocusPosition {
  return focusIsLost() || document.activeElement instanceof HTMLDialogElement
    ? last
    : focusPositionOf(document.activeElement as Element);
}
