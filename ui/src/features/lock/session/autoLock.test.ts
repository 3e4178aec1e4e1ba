/** Locking by itself, and telling the box of touches. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hooks } from '../../../api/http/client';
import { AFTER_SALE_MS, ALIVE_EVERY_MS, isSale, startAutoLock } from './autoLock';

const onLock = vi.fn();
const onAlive = vi.fn();
let stop = () => {};
const LOCK_MS = 90_000;

beforeEach(() => {
  vi.useFakeTimers();
  onLock.mockClear();
  onAlive.mockClear();
});
afterEach(() => stop());

const begin = (lockAfterSale = false) => {
  stop = startAutoLock({ lockAfterMs: LOCK_MS, lockAfterSale, onLock, onAlive });
};
const touch = (type = 'pointerdown') => document.dispatchEvent(new Event(type));
const wait = (ms: number) => vi.advanceTimersByTime(ms);

describe('an enrolled device', () => {
  it('locks some time after the last touch', () => {
    begin();
    wait(LOCK_MS - 1);
    touch('keydown');
    wait(LOCK_MS - 1);
    expect(onLock).not.toHaveBeenCalled();
    wait(1);
    expect(onLock).toHaveBeenCalledTimes(1);
  });

  it('locks on waking, before the touch that woke it counts', () => {
    begin();
    // Asleep: no timer runs, and the page's own clock stands still.
    vi.setSystemTime(Date.now() + LOCK_MS);
    touch();
    expect(onLock).toHaveBeenCalledTimes(1);
    expect(onAlive).not.toHaveBeenCalled();
  });

  it('locks when it becomes visible after a sleep', () => {
    begin();
    vi.setSystemTime(Date.now() + LOCK_MS);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onLock).toHaveBeenCalledTimes(1);
  });

  it('locks in time when its clock is set back', () => {
    begin();
    vi.setSystemTime(Date.now() - 3_600_000);
    wait(LOCK_MS);
    expect(onLock).toHaveBeenCalled();
  });

  it('tells the box of touches, at most every 10 s', () => {
    begin();
    touch();
    touch();
    wait(ALIVE_EVERY_MS - 1);
    touch();
    expect(onAlive).toHaveBeenCalledTimes(1);
    wait(1);
    touch();
    expect(onAlive).toHaveBeenCalledTimes(2);
  });

  it('stays open while another tab is touched', () => {
    begin();
    wait(LOCK_MS - 1000);
    localStorage.setItem('barback_touched', String(Date.now()));
    dispatchEvent(new StorageEvent('storage', { key: 'barback_touched' }));
    wait(LOCK_MS - 1000);
    expect(onLock).not.toHaveBeenCalled();
    wait(1000);
    expect(onLock).toHaveBeenCalled();
  });

  it('locks after a sale where the bar wants it, once the change was seen', () => {
    begin(true);
    hooks.onSent?.({ method: 'POST', path: '/api/scans' });
    wait(AFTER_SALE_MS);
    expect(onLock).not.toHaveBeenCalled();
    hooks.onSent?.({ method: 'POST', path: '/api/sales/batch' });
    wait(AFTER_SALE_MS - 1);
    touch();
    expect(onLock).not.toHaveBeenCalled();
    wait(1);
    expect(onLock).toHaveBeenCalledTimes(1);
  });

  it('does not lock after a sale otherwise', () => {
    begin();
    hooks.onSent?.({ method: 'POST', path: '/api/sales/batch' });
    wait(AFTER_SALE_MS);
    expect(onLock).not.toHaveBeenCalled();
  });

  it('does nothing any more once it is stopped', () => {
    begin(true);
    hooks.onSent?.({ method: 'POST', path: '/api/sales' });
    stop();
    touch();
    wait(LOCK_MS * 2);
    expect([onLock, onAlive].map((each) => each.mock.calls.length)).toEqual([0, 0]);
    expect(hooks.onSent).toBeUndefined();
  });
});

it.each([
  ['POST', '/api/sales', true],
  ['POST', '/api/sales/batch', true],
  ['POST', '/api/orders', true],
  ['POST', '/api/orders/12/items', true],
  ['POST', '/api/orders/12/payment', true],
  ['POST', '/api/orders/12/credit', true],
  ['POST', '/api/tabs/payment', true],
  ['POST', '/api/credit', true],
  ['POST', '/api/credit/bulk-pay', true],
  ['POST', '/api/credit/7/pay', true],
  ['POST', '/api/orders/12/status', false],
  ['PATCH', '/api/orders/12/items/3', false],
  ['POST', '/api/sales/12/void', false],
  ['POST', '/api/receipts/R-1/print', false],
] as const)('%s %s is a sale, a payment or a sent order: %s', (method, path, expected) =>
  expect(isSale({ method, path })).toBe(expected),
);
