/** Pressing again after a lost answer sends the same key; after any answer, a new one. */
import { act, renderHook } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { fakeBox, type RecordedCall, refusal } from '../../test/box';
import { post, type WriteOptions } from '../http/client';
import { useWrite } from './useWrite';

const sell = (body: object, options: WriteOptions) =>
  post('/api/sales', { productId: 1, quantity: 1, ...body }, options);
/** Lets a step and all that follows from it happen. */
const settle = (step: () => Promise<unknown>) =>
  act(async () => {
    await step();
  });
const keysOf = (asked: RecordedCall[]) => asked.map((call) => call.headers.get('Idempotency-Key'));

it('keeps the key while the outcome is unknown', async () => {
  vi.useFakeTimers();
  let box: 'gone' | 'there' = 'gone';
  const asked = fakeBox({ 'POST /api/sales': () => (box === 'gone' ? 'lost' : { status: 201, body: {} }) });
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key' }));

  const failed = expect(result.current.run({})).rejects.toThrow("Can't reach");
  await settle(() => vi.advanceTimersByTimeAsync(2000));
  expect(result.current).toMatchObject({ pending: true, waiting: true });
  await settle(() => vi.runAllTimersAsync());
  await failed;
  expect(result.current).toMatchObject({ pending: false, waiting: false });
  expect(localStorage.getItem('cart-key')).toBe(keysOf(asked)[0]);

  box = 'there';
  await settle(() => result.current.run({}));
  expect(new Set(keysOf(asked)).size).toBe(1);
  expect(localStorage.getItem('cart-key')).toBeNull();

  await settle(() => result.current.run({}));
  expect(new Set(keysOf(asked)).size).toBe(2);
});

it('puts away the work before its key', async () => {
  fakeBox({ 'POST /api/sales': { status: 201, body: {} } });
  const keys: (string | null)[] = [];
  const onAnswer = () => void keys.push(localStorage.getItem('cart-key'));
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key', onAnswer }));
  await settle(() => result.current.run({}));
  expect(keys).toEqual([expect.any(String)]);
  expect(localStorage.getItem('cart-key')).toBeNull();
});

it('takes a new key after a refusal, the same after a failure of the box', async () => {
  const answers = [refusal(400, 'invalid', 'no'), refusal(500, 'internal', 'oh'), { status: 201, body: {} }];
  const asked = fakeBox({ 'POST /api/sales': (_, count) => answers[count - 1] ?? 'lost' });
  const { result } = renderHook(() => useWrite(sell));
  await settle(() => result.current.run({}).catch(() => {}));
  await settle(() => result.current.run({}).catch(() => {}));
  await settle(() => result.current.run({}));
  const [first, second, third] = keysOf(asked);
  expect(first).not.toBe(second);
  expect(second).toBe(third);
});

it('does nothing on a second press while the first runs', async () => {
  let answer = (_: { status: number; body: object }) => {};
  const asked = fakeBox({
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
  expect(asked).toHaveLength(1);
});

it('takes a new key when another tab is done with the work', async () => {
  const asked = fakeBox({
    'POST /api/sales': (_, count) => (count === 1 ? { status: 500 } : { status: 201, body: {} }),
  });
  const { result } = renderHook(() => useWrite(sell, { storageKey: 'cart-key' }));
  await settle(() => result.current.run({}).catch(() => {}));
  localStorage.removeItem('cart-key');
  dispatchEvent(new StorageEvent('storage', { key: 'cart-key' }));
  await settle(() => result.current.run({}));
  expect(new Set(keysOf(asked)).size).toBe(2);
});
