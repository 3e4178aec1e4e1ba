/** The calls of signing in and out. They have no idempotency keys and are never repeated. */
import { formatDateTime } from '../../../lib/format';
import { toastError } from '../../../ui/feedback/toast';
import { HEAD, ME } from '../../api/calls';
import { call } from '../../api/client';
import { endSession, sessionStore, startSession } from '../../api/session';
import type { HeadUser, RecoveryCodes, SignedIn, TotpSetup } from '../../api/types';
import { signIn as words } from './strings';

export async function signIn(username: string, password: string, code?: string): Promise<void> {
  const body = { username, password, ...(code && { code }) };
  const { user, wrongCodes } = await call<SignedIn>(`${HEAD}/login`, { method: 'POST', body });
  startSession(user);
  if (wrongCodes)
    toastError(words.wrongCodes, words.wrongCodesDetail(wrongCodes.count, formatDateTime(wrongCodes.at)));
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword };
  startSession((await call<SignedIn>(`${HEAD}/change-password`, { method: 'POST', body })).user);
}

/** Begins to set up the second factor; one that is there is replaced with a present code of it. */
export const setUpTotp = (password: string, code?: string): Promise<TotpSetup> =>
  call(`${HEAD}/totp`, { method: 'POST', body: { password, ...(code && { code }) } });

export const confirmTotp = (code: string): Promise<RecoveryCodes> =>
  call(`${HEAD}/totp/confirm`, { method: 'POST', body: { code } });

/** Reads what head office knows of the signed-in user; a failure changes nothing. */
export async function followMe(): Promise<void> {
  try {
    const me = await call<HeadUser>(ME);
    if (sessionStore.get().user?.id === me.id) startSession(me);
  } catch {
    // The next step says what is wrong.
  }
}

/** Ends the session here at once, and at head office if it can be reached; otherwise it ends by itself. */
export function signOut(): void {
  fetch(`${HEAD}/logout`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  }).catch(() => {});
  endSession();
}
