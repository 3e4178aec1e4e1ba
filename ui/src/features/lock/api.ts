/** The API calls of enrolled devices and PINs. They take no idempotency keys and are sent once. */
import type { Call } from '../../api/calls';
import { authorization, sendOnce } from '../../api/http/client';
import { endSession, sessionStore, startSession } from '../../api/session';
import type { SignedIn } from '../../api/types';

export async function signInByPin(userId: number, pin: string): Promise<SignedIn> {
  return begin(await sendOnce('/api/pin/sign-in', { userId, pin }));
}

/** Chooses a new PIN with a code from a manager, and signs in. */
export async function resetPin(userId: number, code: string, newPin: string): Promise<SignedIn> {
  return begin(await sendOnce('/api/pin/reset', { userId, code, newPin }));
}

function begin(answer: SignedIn): SignedIn {
  startSession(answer.token, answer.user, answer.session);
  return answer;
}

/** Ends the session here at once, and on the box if it can be reached; otherwise it ends there by itself. */
export function lockDevice(): void {
  if (sessionStore.get().token) {
    fetch('/api/pin/lock' satisfies Call<'post'>, {
      method: 'POST',
      credentials: 'include',
      headers: { ...authorization(), 'Content-Type': 'application/json' },
      keepalive: true,
    }).catch(() => {});
  }
  endSession();
}

/** Tells the box that the screen is being touched. A failure does no harm: the box ends the session later. */
export function sendAlive(): void {
  sendOnce('/api/pin/alive', undefined).catch(() => {});
}

/** Gives the password, which allows everything for 15 minutes. */
export const confirmPassword = (password: string) => sendOnce('/api/auth/confirm', { password });
