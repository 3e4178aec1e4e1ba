/** Content that replaces other content in a dialog takes the focus over, if the focus went with the other. */
import { type RefObject, useLayoutEffect } from 'react';

export function useTakeOverFocus(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    const lost = activeElement === document.body || activeElement instanceof HTMLDialogElement;
    if (lost) target.current?.focus({ preventScroll: true });
  }, [target]);
}
