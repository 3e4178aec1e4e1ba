/** Focuses the new content of a dialog if the focus was lost with the content that it replaces. */
import { type RefObject, useLayoutEffect } from 'react';

export function useTakeOverFocus(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    const lost = activeElement === document.body || activeElement instanceof HTMLDialogElement;
    if (lost) target.current?.focus({ preventScroll: true });
  }, [target]);
}
