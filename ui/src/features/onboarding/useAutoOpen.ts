/**
 * Opens the tour automatically, once per person, two seconds after the first screen; never while the user fills in a form, a dialog
 * is open, a bartender asks, something is in the cart, or a new bar is being set up.
 */
import { useEffect, useRef } from 'react';
import { boxStore } from '../../api/box';
import { sessionStore } from '../../api/session';
import { hasCart, isBusy } from '../../lib/state/busy';
import { KEYS, read } from '../../lib/state/storage';
import { isOpenAtBox } from './ending';
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
    timer.current = setTimeout(async () => {
      const mayOpen = () => isFree(current.current) && isTourDue();
      const opens = mayOpen() && (await isOpenAtBox());
      // If the user is busy now, the next screen tries again.
      timer.current = undefined;
      if (opens && mayOpen()) openTour();
    }, AUTO_OPEN_MS);
  }, [screen]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      current.current = null;
    },
    [],
  );
}

/** Whether the tour would cover nothing that matters now. */
function isFree(screen: string | null): boolean {
  return screen !== null && !isBusy() && !isAsked() && !isSelling() && !showsFirstSteps(screen);
}

/** A bartender waits for an answer to the banner. */
const isAsked = (): boolean => document.querySelector('.banner.question') !== null;

function isSelling(): boolean {
  const username = sessionStore.get().user?.username;
  return username !== undefined && hasCart(username);
}

/** The first steps of a new bar are there, or about to be: they come before the tour. A demo has nothing to set up. */
function showsFirstSteps(screen: string): boolean {
  // Elsewhere their bar leads on to the next one.
  if (screen !== '/admin') return document.querySelector('.guide') !== null;
  return read(KEYS.firstSteps) === null && !boxStore.get()?.demo;
}
