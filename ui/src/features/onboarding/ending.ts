/** The end of the tour, of which the box is told. Apart from what the top bar needs at once. */
import { get, sendOnce } from '../../api/http/client';
import { sessionStore, startSession } from '../../api/session';
import { KEYS, read, write } from '../../lib/state/storage';
import { isTourEnded, tourCompletedStore, tourOpenStore, untoldKey, YES } from './tour';

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
