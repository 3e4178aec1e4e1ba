/** The idempotency key of a write: the same after a lost answer, a new one after any answer. */
import { act, renderHook } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { post, type WriteOptions } from '../http/client';
import { useWrite } from './useWrite';

const sell = (body: object, options: WriteOptions) =>
  post('/api/sales', { productId: 1, quantity: 1, ...body }, options);
/** Runs a step and flushes the renders that follow from it. */
const flush = (step: () => Promise<unknown>) =>
  act(async () => {
    await step();
  });
const keysOf = (requests: RecordedCall[]) => requests.map((call) => call.headers.get('Idempotency-Key'));

it('keeps the key while the outcome is unknown', async () => {
  vi.useFakeTimers();
  let box: 'gone' | 'there' = 'gone';
  const requests = fakeServer({
    'POST /api/sales': () => (box === 'gone' ? 'lost' : { status: 201, body: {} }),
  });
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key' }));

  const failed = expect(result.current.run({})).rejects.toThrow("Can't reach");
  await flush(() => vi.advanceTimersByTimeAsync(2000));
  expect(result.current).toMatchObject({ pending: true, waiting: true });
  await flush(() => vi.runAllTimersAsync());
  await failed;
  expect(result.current).toMatchObject({ pending: false, waiting: false });
  expect(localStorage.getItem('cart-key')).toBe(keysOf(requests)[0]);

  box = 'there';
  await flush(() => result.current.run({}));
  expect(new Set(keysOf(requests)).size).toBe(1);
  expect(localStorage.getItem('cart-key')).toBeNull();

  await flush(() => result.current.run({}));
  expect(new Set(keysOf(requests)).size).toBe(2);
});

it('clears the finished work before it removes the key', async () => {
  fakeServer({ 'POST /api/sales': { status: 201, body: {} } });
  const keys: (string | null)[] = [];
  const onAnswer = () => void keys.push(localStorage.getItem('cart-key'));
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key', onAnswer }));
  await flush(() => result.current.run({}));
  expect(keys).toEqual([expect.any(String)]);
  expect(localStorage.getItem('cart-key')).toBeNull();
});

it('takes a new key after a refusal, and the same key after a server error', async () => {
  const answers = [refusal(400, 'invalid', 'no'), refusal(500, 'internal', 'oh'), { status: 201, body: {} }];
  const requests = fakeServer({ 'POST /api/sales': (_, count) => answers[count - 1] ?? 'lost' });
  const { result } = renderHook(() => useWrite(sell));
  await flush(() => result.current.run({}).catch(() => {}));
  await flush(() => result.current.run({}).catch(() => {}));
  await flush(() => result.current.run({}));
  const [first, second, third] = keysOf(requests);
  expect(first).not.toBe(second);
  expect(second).toBe(third);
});

it('ignores a second press while the first write runs', async () => {
  let answer = (_: { status: number; body: object }) => {};
  const requests = fakeServer({
    'POST /api/sales': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { result } = renderHook(() => useWrite(sell));
  const first = result.current.run({});
  expect(await result.current.run({})).toBeUndefined();
  await act(async () => {
    answer({ status: 201, body: {} });
    await first;
  });
  expect(requests).toHaveLength(1);
});

it('takes a new key when another tab has finished the work', async () => {
  const requests = fakeServer({
    'POST /api/sales': (_, count) => (count === 1 ? { status: 500 } : { status: 201, body: {} }),
  });
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key' }));
  await flush(() => result.current.run({}).catch(() => {}));
  localStorage.removeItem('cart-key');
  dispatchEvent(new StorageEvent('storage', { key: 'cart-key' }));
  await flush(() => result.current.run({}));
  expect(new Set(keysOf(requests)).size).toBe(2);
});
