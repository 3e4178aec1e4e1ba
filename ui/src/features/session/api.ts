/** The API calls of signing in and out. They have no idempotency keys and are never retried. */
import type { Call } from '../../api/calls';
import { authorization, sendOnce } from '../../api/http/client';
import { endSession, sessionStore, startSession } from '../../api/session';
import type { SignedIn } from '../../api/types';

/** The first password, for the change that it asks for at once; in memory alone. */
let typed = '';
export const typedPassword = (): string => typed;

export async function signIn(username: string, password: string): Promise<SignedIn> {
  const answer = await sendOnce('/api/auth/login', { username, password });
  typed = answer.user.mustChangePassword ? password : '';
  startSession(answer.token, answer.user, answer.session);
  return answer;
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const answer = await sendOnce('/api/auth/change-password', {
    currentPassword,
    newPassword,
  });
  typed = '';
  startSession(answer.token, { ...answer.user, mustChangePassword: false }, answer.session);
}

/** Ends the session here at once, and on the server if it can be reached; otherwise its token expires. */
export function signOut(): void {
  typed = '';
  const { token } = sessionStore.get();
  if (token) {
    const headers = { ...authorization(), 'Content-Type': 'application/json' };
    fetch('/api/auth/logout' satisfies Call<'post'>, {
      method: 'POST',
      credentials: 'include',
      headers,
      keepalive: true,
    }).catch(() => {});
  }
  endSession();
}
