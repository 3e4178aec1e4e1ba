/** Returns the focus to a button that lost it because it was disabled while pending. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusIsLost, focusPositionOf, returnFocus } from './focus';

/** When `pending` ends, the button gets the focus back, unless another element has it. */
export function useRestoreFocus(button: RefObject<HTMLButtonElement | null>, pending: boolean): void {
  const had = useRef(false);
  // Read during the render: once the button is disabled in the page, the focus is gone.
  if (pending && button.current && document.activeElement === button.current) had.current = true;

  useEffect(() => {
    if (pending || !had.current) return;
    had.current = false;
    const { activeElement } = document;
    const lost =
      activeElement === null || activeElement === document.body || activeElement === button.current;
    if (lost || activeElement instanceof HTMLDialogElement) nearest(button.current)?.focus();
  }, [pending, button]);

  // The action may remove the button together with its row.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (!element || !(had.current || document.activeElement === element)) return;
      const position = focusPositionOf(element);
      setTimeout(() => {
        if (focusIsLost()) returnFocus(position);
      });
    };
  }, [button]);
}

/** The button, or, if it stays disabled, a sibling that is enabled. */
function nearest(button: HTMLButtonElement | null): HTMLButtonElement | null | undefined {
  if (!button?.disabled) return button;
  return button.parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)');
}
