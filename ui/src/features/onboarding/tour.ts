/** State of the tour: open, completed, ended by the signed-in person, and due to open automatically today. */

import { get, sendOnce } from '../../api/http/client';
import { sessionStore, startSession } from '../../api/session';
import { deviceDate } from '../../lib/format';
import { KEYS, read, userKey, write } from '../../lib/state/storage';
import { createStore } from '../../lib/state/store';

const YES = 'true';

export const tourOpenStore = createStore(false);
export const tourCompletedStore = createStore(read(KEYS.onboardingCompleted) === YES);

/** Set while the box does not know yet that this person has ended the tour: it may have been unreachable. */
function untoldKey(): string | null {
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

/** Ends the tour for this person without completing it: Skip Tour, Close and Escape. It does not open by itself again. */
export function skipTour(): void {
  end();
  tourOpenStore.set(false);
}

export function completeTour(): void {
  write(KEYS.onboardingCompleted, YES);
  end();
  tourCompletedStore.set(true);
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

function end(): void {
  const key = untoldKey();
  if (!key || isTourEnded()) return;
  write(key, YES);
  remember(key);
  void tellBox();
}

/** Tells the box that this person has ended the tour, unless it knows. Without an answer a later call tells it. */
export async function tellBox(): Promise<void> {
  const key = untoldKey();
  if (!key || read(key) !== YES) return;
  try {
    await sendOnce('/api/auth/tour', undefined);
    write(key, null);
    remember(key);
  } catch {
    // The key stays.
  }
}

/** Whether the box says that this person has not ended the tour, on another device for example; false if it does not answer. */
export async function isOpenAtBox(): Promise<boolean> {
  const key = untoldKey();
  try {
    const { tourDone } = await get('/api/auth/me');
    if (tourDone) remember(key);
    return !tourDone;
  } catch {
    return false;
  }
}

/** Keeps in the session that its person has ended the tour; another person may have signed in meanwhile. */
function remember(key: string | null): void {
  const { token, user } = sessionStore.get();
  if (token && user && key === untoldKey() && !user.tourDone)
    startSession(token, { ...user, tourDone: true });
}
