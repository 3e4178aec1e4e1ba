/** A screen whose code did not come. */
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RETRY_MS, reachableStore } from '../api/live/live';
import { RELOADS_APART_MS, ScreenGuard } from './ScreenGuard';

const reload = vi.fn();
const health = vi.fn<typeof fetch>();
beforeEach(() => {
  reload.mockClear();
  sessionStorage.clear();
  health.mockReset().mockImplementation(async () => Response.json({ status: 'ok', journal: 1 }));
  vi.stubGlobal('fetch', health);
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(() => {
  vi.useRealTimers();
  reachableStore.set(true);
});

function Broken(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}
const open = () =>
  render(
    <ScreenGuard>
      <Broken />
    </ScreenGuard>,
  );
const reachable = (value: boolean) => act(() => reachableStore.set(value));

it('comes by itself when the box is back', () => {
  reachableStore.set(false);
  open();
  expect(screen.getByText('This page could not be loaded')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('comes also when the box was missed later than the code', () => {
  health.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  reachable(false);
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('comes although the box was away too shortly to be missed', async () => {
  open();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('waits for a box that is gone and not missed yet', async () => {
  vi.useFakeTimers();
  health.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open();
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is not loaded in a circle while the box is there', async () => {
  vi.useFakeTimers();
  open();
  await vi.advanceTimersByTimeAsync(0);
  cleanup();
  await vi.advanceTimersByTimeAsync(RELOADS_APART_MS - 1);
  open();
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(reload).toHaveBeenCalledTimes(1);
  cleanup();
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('is not loaded once somebody went elsewhere', async () => {
  vi.useFakeTimers();
  health.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open();
  await vi.advanceTimersByTimeAsync(0);
  cleanup();
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(reload).not.toHaveBeenCalled();
});
