/** Opens the tour automatically, once, two seconds after the first screen; never while the user is typing, a dialog is open or a new bar is being set up. */
import { useEffect, useRef } from 'react';
import { boxStore } from '../../api/box';
import { isTourDue, openTour } from './tour';

export const AUTO_OPEN_MS = 2_000;

/** `screen` is the address of the current screen; null while there is none (404, forced password change). */
export function useAutoOpen(screen: string | null): void {
  const current = useRef(screen);
  current.current = screen;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // The two seconds keep running when the user moves to another screen.
    if (screen === null || timer.current !== undefined || !isTourDue()) return;
    timer.current = setTimeout(() => {
      // If the user is busy now, the next screen tries again.
      timer.current = undefined;
      if (current.current !== null && !isBusy() && isTourDue()) openTour();
    }, AUTO_OPEN_MS);
  }, [screen]);

  useEffect(() => () => clearTimeout(timer.current), []);
}

/** A dialog or menu is open, a field has the focus, or a new bar is being set up. */
function isBusy(): boolean {
  return (
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    isSettingUp() ||
    document.activeElement?.matches('input, select, textarea, [contenteditable]') === true
  );
}

/** The first steps are on the screen, or about to be: they come before the tour. A demo has nothing to set up. */
function isSettingUp(): boolean {
  return !boxStore.get()?.demo && document.querySelector('[data-first-steps]') !== null;
}
