/** State of the tour: open, completed, ended by the signed-in person, and due to open automatically today. */

import { sessionStore } from '../../api/session';
import { deviceDate } from '../../lib/format';
import { KEYS, read, userKey, write } from '../../lib/state/storage';
import { createStore } from '../../lib/state/store';

export const YES = 'true';

export const tourOpenStore = createStore(false);
export const tourCompletedStore = createStore(read(KEYS.onboardingCompleted) === YES);

/** Set while the box does not know yet that this person has ended the tour: it may have been unreachable. */
export function untoldKey(): string | null {
  const username = sessionStore.get().user?.username;
  return username ? userKey('tour', username) : null;
}

/** Whether the signed-in person has completed or skipped the tour, on any device. */
export function isTourEnded(): boolean {
  const key = untoldKey();
  return sessionStore.get().user?.tourDone === true || (key !== null && read(key) === YES);
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

/** For this device: who has ended the tour takes it again from the help menu alone. */
export function resetTour(): void {
  write(KEYS.onboardingCompleted, null);
  tourCompletedStore.set(false);
}

/** Not ended by this person, and not shown on this device today. */
export function isTourDue(): boolean {
  return !isTourEnded() && read(KEYS.onboardingLastShown) !== deviceDate();
}
