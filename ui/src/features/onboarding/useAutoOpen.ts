/** Opens the tour by itself, once, two seconds after the first screen; never while the user is typing or a dialog is open. */
import { useEffect, useRef } from 'react';
import { isTourDue, openTour } from './tour';

export const AUTO_OPEN_MS = 2_000;

/** `screen` is the address of the screen that shows; null while none does (404, forced change of password). */
export function useAutoOpen(screen: string | null): void {
  const current = useRef(screen);
  current.current = screen;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // The two seconds run on when somebody goes from the first screen to another.
    if (screen === null || timer.current !== undefined || !isTourDue()) return;
    timer.current = setTimeout(() => {
      // What is in the way now may be gone on the next screen.
      timer.current = undefined;
      if (current.current !== null && !isBusy() && isTourDue()) openTour();
    }, AUTO_OPEN_MS);
  }, [screen]);

  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Something is open on the page, or somebody is typing. */
function isBusy(): boolean {
  return (
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    document.activeElement?.matches('input, select, textarea, [contenteditable]') === true
  );
}
