/** Users and their sessions, for tests. */
import { type SessionUser, sessionStore, startSession } from '../api/session';
import type { Role } from '../api/types';

export function person(role: Role, more: Partial<SessionUser> = {}): SessionUser {
  return {
    username: role,
    firstName: null,
    lastName: null,
    email: null,
    role,
    mustChangePassword: false,
    tourDone: false,
    ...more,
  };
}

export function signInAs(role: Role, more: Partial<SessionUser> = {}): void {
  startSession(`token-of-${role}`, person(role, more));
}

export function clearSession(): void {
  sessionStore.set({ token: null, user: null, expired: false });
}
