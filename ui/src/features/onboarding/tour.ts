/** State of the tour: open, completed, and due to open automatically today. */

import { sessionStore } from '../../api/session';
import { deviceDate } from '../../lib/format';
import { KEYS, read, userKey, write } from '../../lib/state/storage';
import { createStore } from '../../lib/state/store';

const YES = 'true';

export const tourOpenStore = createStore(false);
export const tourCompletedStore = createStore(read(KEYS.onboardingCompleted) === YES);

/** The box keeps no such flag, so each person's phone does, also where a colleague has used it. */
function endedKey(): string | null {
  const username = sessionStore.get().user?.username;
  return username ? userKey('tour', username) : null;
}
/** Whether the signed-in person has completed or skipped the tour. */
export function isTourEnded(): boolean {
  const key = endedKey();
  return key !== null && read(key) === YES;
}

/** Also records today as the day it was last shown. */
export function openTour(): void {
  write(KEYS.onboardingLastShown, deviceDate());
  tourOpenStore.set(true);
}

/** Takes the tour away, as when the person signs out. */
export function closeTour(): void {
  tourOpenStore.set(false);
}

/** Ends the tour for this person without completing it: Skip Tour, Close and Escape. It does not open by itself again. */
export function skipTour(): void {
  end();
  tourOpenStore.set(false);
}

function end(): void {
  const key = endedKey();
  if (key) write(key, YES);
}

export function completeTour(): void {
  write(KEYS.onboardingCompleted, YES);
  end();
  tourCompletedStore.set(true);
  tourOpenStore.set(false);
}

export function resetTour(): void {
  const key = endedKey();
  write(KEYS.onboardingCompleted, null);
  if (key) write(key, null);
  tourCompletedStore.set(false);
}

/** Not completed, not ended by this person, and not shown on this day. */
export function isTourDue(): boolean {
  return (
    read(KEYS.onboardingCompleted) !== YES &&
    !isTourEnded() &&
    read(KEYS.onboardingLastShown) !== deviceDate()
  );
}
