/** Prefetching the code of the other screens. */
import { render, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '../../api/types';
import { tapNow } from '../../test/input';
import { person } from '../../test/people';
import { ROUTES } from '../routes';
import { IDLE_MS, PREFETCH_AFTER_MS, usePrefetchScreens } from './usePrefetchScreens';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  tapNow();
});

function PrefetchFor({ user }: { user: Role }) {
  usePrefetchScreens({ token: 't', user: person(user), expired: false });
  return null;
}

it('fetches only the screens that the role may open, after the first screen', async () => {
  const requests: string[] = [];
  for (const route of ROUTES) {
    vi.spyOn(route, 'load').mockImplementation(async () => {
      requests.push(route.path);
      // A failed one does not stop the others.
      if (requests.length === 1) throw new TypeError('Failed to fetch');
      return { default: () => null };
    });
  }
  render(<PrefetchFor user="bartender" />);
  await vi.advanceTimersByTimeAsync(PREFETCH_AFTER_MS - 100);
  expect(requests).toEqual([]);
  await waitFor(() => expect(requests).toContain('/customer-tab'));
  expect(requests).toContain('/bartender-dashboard');
  for (const other of ['/reports', '/settings', '/trust', '/r/:token']) expect(requests).not.toContain(other);
});

it('waits while the user types or taps', async () => {
  const requests: string[] = [];
  for (const route of ROUTES) {
    vi.spyOn(route, 'load').mockImplementation(async () => {
      requests.push(route.path);
      return { default: () => null };
    });
  }
  render(<PrefetchFor user="bartender" />);
  await vi.advanceTimersByTimeAsync(PREFETCH_AFTER_MS - 100);
  for (const type of ['keydown', 'pointerdown', 'keydown']) {
    window.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(IDLE_MS - 200);
  }
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await waitFor(() => expect(requests).toContain('/customer-tab'));
});
