/** Calls of head office: the session, refusals, and whether head office can be reached. */
import { beforeEach, expect, it } from 'vitest';
import { ApiError, UnreachableError } from '../../api/http/error';
import { fakeServer, refusal } from '../../test/fakeServer';
import { userOf } from '../test/rows';
import { call, isCode, reachableStore } from './client';
import { sessionStore, startSession, USER_KEY } from './session';

beforeEach(() => {
  reachableStore.set(true);
  startSession(userOf('owner'));
});

it('sends no token: the session is a cookie, and the browser keeps the user alone', async () => {
  const requests = fakeServer({ 'POST /api/head/users': { status: 201, body: {} } });
  await call('/api/head/users', { method: 'POST', body: { username: 'x' }, key: 'k' });
  expect(requests[0]?.headers.get('Authorization')).toBeNull();
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(requests[0]?.headers.get('Idempotency-Key')).toBe('k');
  expect(localStorage.getItem(USER_KEY)).not.toContain('token');
});

it('ends the session after a 401, but not that of a later user', async () => {
  fakeServer({ 'GET /api/head/bars': refusal(401, 'unauthenticated', 'Sign in') });
  await expect(call('/api/head/bars')).rejects.toBeInstanceOf(ApiError);
  expect(sessionStore.get()).toEqual({ user: null, expired: true, needsTotp: false });
  expect(localStorage.getItem(USER_KEY)).toBeNull();

  startSession(userOf('owner'));
  fakeServer({
    'GET /api/head/bars': () => {
      startSession(userOf('manager'));
      return refusal(401, 'unauthenticated', 'Sign in');
    },
  });
  await expect(call('/api/head/bars')).rejects.toBeInstanceOf(ApiError);
  expect(sessionStore.get().user?.role).toBe('manager');
});

it('learns that the password must be changed, or the second factor set up', async () => {
  fakeServer({ 'GET /api/head/bars': refusal(403, 'password_change_required', 'Change it') });
  await expect(call('/api/head/bars')).rejects.toThrow();
  expect(sessionStore.get().user?.mustChangePassword).toBe(true);
  fakeServer({ 'GET /api/head/bars': refusal(403, 'totp_required', 'Set it up') });
  const error = await call('/api/head/bars').catch((thrown: unknown) => thrown);
  expect(isCode(error, 'totp_required')).toBe(true);
  expect(sessionStore.get().needsTotp).toBe(true);
});

it.each([
  ['no answer', 'lost' as const, UnreachableError],
  ['no database', refusal(503, 'database_away', 'The database is away'), ApiError],
  ['a proxy alone', { status: 502 }, ApiError],
])('cannot be reached: %s', async (_, answer, kind) => {
  fakeServer({ 'GET /api/head/bars': answer });
  await expect(call('/api/head/bars')).rejects.toBeInstanceOf(kind);
  expect(reachableStore.get()).toBe(false);
  fakeServer({ 'GET /api/head/bars': { body: [] } });
  await call('/api/head/bars');
  expect(reachableStore.get()).toBe(true);
});

it('is reachable when it refuses something', async () => {
  reachableStore.set(false);
  fakeServer({ 'GET /api/head/bars': refusal(404, 'not_found', 'There is no such bar') });
  await expect(call('/api/head/bars')).rejects.toThrow();
  expect(reachableStore.get()).toBe(true);
});
