/** A screen whose code could not be loaded. */
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

it('reloads automatically when the box is reachable again', () => {
  reachableStore.set(false);
  open();
  expect(screen.getByText('This page could not be loaded')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads when the code failed to load before the outage was noticed', () => {
  health.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  reachable(false);
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads after an outage too short to be noticed', async () => {
  open();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('waits for an unreachable box whose outage is not noticed yet', async () => {
  vi.useFakeTimers();
  health.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open();
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload in a loop while the box is reachable', async () => {
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

it('does not reload after the user has left the screen', async () => {
  vi.useFakeTimers();
  health.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open();
  await vi.advanceTimersByTimeAsync(0);
  cleanup();
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(reload).not.toHaveBeenCalled();
});
