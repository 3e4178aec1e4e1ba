/** The HTTP client: its headers, its errors, and writes whose answer was lost. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { sessionStore, startSession } from '../session';
import { get, post, RETRY_FOR_MS, sendOnce } from './client';
import { ApiError, messageOf, UnreachableError } from './error';

const BEER = { productId: 1, quantity: 1 };

beforeEach(() => clearSession());

describe('a call', () => {
  it('carries the token of the signed-in user', async () => {
    const requests = fakeServer({ 'GET /api/products': { body: [] } });
    await get('/api/products');
    signInAs('manager');
    await get('/api/products');
    expect(requests.map((call) => call.headers.get('Authorization'))).toEqual([
      null,
      'Bearer token-of-manager',
    ]);
  });

  it('throws an error with the status, the body and its fields', async () => {
    fakeServer({
      'GET /api/products': refusal(409, 'insufficient_stock', 'Only 2 units available', { available: 2 }),
    });
    const error: ApiError = await get('/api/products').then(
      () => Promise.reject(),
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toMatch(/^409: \{"message":"Only 2 units available"/);
    expect([error.code, error.refusal.available]).toEqual(['insufficient_stock', 2]);
  });

  it('names the ingredient that a mixed product lacks', () => {
    const lacks = (componentName: string | null) =>
      messageOf(
        new ApiError(409, JSON.stringify({ message: 'Only 1 units available', componentName }), 'Conflict'),
        'Failed',
      );
    expect(lacks('Tonic')).toBe('Only 1 units available: Tonic is short');
    expect(lacks(null)).toBe('Only 1 units available');
  });

  it('throws the status text when the body is empty', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    await expect(get('/api/products')).rejects.toThrow('502: Bad Gateway');
  });
});

describe('a 401', () => {
  const expired = refusal(401, 'unauthenticated', 'Sign in');

  it('ends the session', async () => {
    signInAs('manager');
    fakeServer({ 'GET /api/products': expired });
    await expect(get('/api/products')).rejects.toThrow('401: ');
    expect(sessionStore.get()).toEqual({ token: null, user: null, expired: true });
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  it('keeps a session that began after the call', async () => {
    signInAs('manager');
    fakeServer({
      'GET /api/products': () => {
        startSession('newer', sessionStore.get().user as never);
        return expired;
      },
    });
    await expect(get('/api/products')).rejects.toThrow();
    expect(sessionStore.get().token).toBe('newer');
  });
});

it('marks the session when the box requires a new password', async () => {
  signInAs('manager');
  fakeServer({ 'GET /api/products': refusal(403, 'password_change_required', 'Change it') });
  await expect(get('/api/products')).rejects.toThrow();
  expect(sessionStore.get().user?.mustChangePassword).toBe(true);
});

describe('a write', () => {
  it('is tried again with the same key until the box answers', async () => {
    vi.useFakeTimers();
    const requests = fakeServer({
      'POST /api/sales': (_, count) => (count < 3 ? 'lost' : { status: 201, body: { id: 7 } }),
    });
    const waiting: boolean[] = [];
    const answer = post('/api/sales', BEER, { onWaiting: (is) => waiting.push(is) });
    await vi.runAllTimersAsync();
    expect(await answer).toEqual({ id: 7 });
    const keys = requests.map((call) => call.headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(waiting).toEqual([true, false]);
  });

  it('gives up after 20 seconds', async () => {
    vi.useFakeTimers();
    fakeServer({ 'POST /api/sales': 'lost' });
    const began = Date.now();
    const failed = expect(post('/api/sales', BEER)).rejects.toBeInstanceOf(UnreachableError);
    await vi.runAllTimersAsync();
    await failed;
    expect(Date.now() - began).toBeLessThanOrEqual(RETRY_FOR_MS);
    expect(Date.now() - began).toBeGreaterThan(RETRY_FOR_MS - 2000);
  });

  it('is not tried again when the box refuses it', async () => {
    const requests = fakeServer({
      'POST /api/sales': refusal(400, 'invalid', 'Quantity must be greater than 0'),
    });
    await expect(post('/api/sales', BEER)).rejects.toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
  });

  it('without a key is never tried again', async () => {
    const requests = fakeServer({ 'POST /api/auth/login': 'lost' });
    await expect(sendOnce('/api/auth/login', { username: '', password: '' })).rejects.toBeInstanceOf(
      UnreachableError,
    );
    expect(requests).toHaveLength(1);
  });
});
