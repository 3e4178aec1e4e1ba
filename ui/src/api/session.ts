/** The session of this browser: auth_token and user_data in local storage, shared by all tabs. */
import { KEYS, read, readJson, write, writeJson } from '../lib/state/storage';
import { createStore, useStore } from '../lib/state/store';
import type { Role, SessionInfo, User } from './types';

/** The part of a user that the browser keeps. */
export interface SessionUser
  extends Pick<User, 'username' | 'firstName' | 'lastName' | 'email' | 'mustChangePassword' | 'tourDone'> {
  role: Role | null;
}

export interface Session {
  token: string | null;
  user: SessionUser | null;
  /** True after the server refused the token, until the next sign-in. */
  expired: boolean;
  /** Set where it matters: on an enrolled device, and after wrong PINs. */
  info?: SessionInfo | null;
}

export const sessionStore = createStore<Session>(readSession());

export function useSession(): Session {
  return useStore(sessionStore);
}

export function signedIn(
  session = sessionStore.get(),
): session is Session & { token: string; user: SessionUser } {
  return session.token !== null && session.user !== null;
}

/** `info` stays as it is when only the user has changed. */
export function startSession(
  token: string,
  user: User | SessionUser,
  info: SessionInfo | null | undefined = sessionStore.get().info,
): void {
  const kept = info && (info.kind === 'device' || info.wrongTries) ? info : null;
  write(KEYS.session, kept && JSON.stringify(kept));
  write(KEYS.token, token);
  writeJson(KEYS.user, sessionUserOf(user));
  sessionStore.set({ token, user: sessionUserOf(user), expired: false, info: kept });
}

export function endSession(expired = false): void {
  write(KEYS.token, null);
  write(KEYS.user, null);
  write(KEYS.session, null);
  sessionStore.set({ token: null, user: null, expired });
}

/** Ends the session of this token after a 401; a session that began since then stays. */
export function refuseToken(token: string | null): void {
  if (token !== null && sessionStore.get().token === token) endSession(true);
}

/** Called when the server requires a new password first. */
export function requirePasswordChange(): void {
  const { token, user } = sessionStore.get();
  if (token && user && !user.mustChangePassword) startSession(token, { ...user, mustChangePassword: true });
}

/** Signing in or out in one tab does the same in the others. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === KEYS.token || event.key === KEYS.user)
      sessionStore.set(readSession());
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Whether this role may change stock and prices and void sales. The server enforces it. */
export function mayManage(role: Role | null | undefined): boolean {
  return role === 'admin' || role === 'manager';
}

/** Whether the session belongs to an enrolled device: its screen locks. */
export const onDevice = ({ info } = sessionStore.get()): boolean => info?.kind === 'device';

export function fullName(user: SessionUser): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
}

function readSession(): Session {
  const token = read(KEYS.token) || null;
  const user = readJson(KEYS.user);
  const valid = typeof user === 'object' && user !== null && 'username' in user;
  return {
    token,
    user: valid ? sessionUserOf(user as SessionUser) : null,
    expired: false,
    info: readJson(KEYS.session) as SessionInfo | null,
  };
}

function sessionUserOf(user: User | SessionUser): SessionUser {
  return {
    username: user.username,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    email: user.email ?? null,
    role: user.role ?? null,
    mustChangePassword: user.mustChangePassword === true,
    tourDone: user.tourDone,
  };
}
