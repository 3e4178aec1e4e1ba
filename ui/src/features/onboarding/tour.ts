/** State of the tour: open, completed, and due to open automatically today. */
import { deviceDate } from '../../lib/format';
import { KEYS, read, write } from '../../lib/state/storage';
import { createStore } from '../../lib/state/store';

const YES = 'true';

export const tourOpenStore = createStore(false);
export const tourCompletedStore = createStore(read(KEYS.onboardingCompleted) === YES);

/** Also records today as the day it was last shown. */
export function openTour(): void {
  write(KEYS.onboardingLastShown, deviceDate());
  tourOpenStore.set(true);
}

/** Closes the tour without completing it: Skip Tour, Close and Escape. */
export function closeTour(): void {
  tourOpenStore.set(false);
}

export function completeTour(): void {
  write(KEYS.onboardingCompleted, YES);
  tourCompletedStore.set(true);
  tourOpenStore.set(false);
}

export function resetTour(): void {
  write(KEYS.onboardingCompleted, null);
  tourCompletedStore.set(false);
}

/** Not completed, and not shown on this day. */
export function isTourDue(): boolean {
  return read(KEYS.onboardingCompleted) !== YES && read(KEYS.onboardingLastShown) !== deviceDate();
}
