/**
 * Who is signed in. The session itself is the cookie `barback_head_session`, which scripts cannot read; this browser keeps the user's name and
 * role, so that a page that is loaded again shows its screen at once and a signed-out one calls nothing.
 */
import { readJson, write, writeJson } from '../../lib/state/storage';
import { createStore, useStore } from '../../lib/state/store';
import type { HeadUser } from './types';

/** The name under which the browser keeps the user. */
export const USER_KEY = 'barback_head_user';

export interface Session {
  user: HeadUser | null;
  /** True after head office refused the session, until the next sign-in. */
  expired: boolean;
  /** True after head office asked for the second factor to be set up; a demo never does. */
  needsTotp: boolean;
}

export const sessionStore = createStore<Session>({ user: readUser(), expired: false, needsTotp: false });

export function useSession(): Session {
  return useStore(sessionStore);
}

export const isOwner = (user: HeadUser | null = sessionStore.get().user): boolean => user?.role === 'owner';

export function startSession(user: HeadUser): void {
  writeJson(USER_KEY, user);
  const { user: before, needsTotp } = sessionStore.get();
  const still = needsTotp && before?.id === user.id && !user.hasTotp;
  sessionStore.set({ user, expired: false, needsTotp: still });
}

export function endSession(expired = false): void {
  write(USER_KEY, null);
  sessionStore.set({ user: null, expired, needsTotp: false });
}

/** Changes what is known of the signed-in user, such as that the password must be changed. */
export function updateUser(change: Partial<HeadUser>): void {
  const { user } = sessionStore.get();
  if (user) startSession({ ...user, ...change });
}

/** Head office refuses every other call until the second factor is set up. */
export function requireTotp(): void {
  const { user } = sessionStore.get();
  if (user) sessionStore.set({ user, expired: false, needsTotp: true });
}

/** Signing in or out in one tab does the same in the others. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === USER_KEY)
      sessionStore.set({ user: readUser(), expired: false, needsTotp: false });
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function readUser(): HeadUser | null {
  const user = readJson(USER_KEY);
  const valid = typeof user === 'object' && user !== null && 'username' in user && 'role' in user;
  return valid ? (user as HeadUser) : null;
}
