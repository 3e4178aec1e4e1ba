/** The code of the other screens, fetched ahead. */
import { render, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '../api/types';
import { person } from '../test/people';
import { ROUTES } from './routes';
import { IDLE_MS, PREFETCH_AFTER_MS, usePrefetchScreens } from './usePrefetchScreens';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

function Ahead({ of: role }: { of: Role }) {
  usePrefetchScreens({ token: 't', user: person(role), expired: false });
  return null;
}

it('fetches what the role may open and nothing else, after the first screen', async () => {
  const asked: string[] = [];
  for (const route of ROUTES) {
    vi.spyOn(route, 'load').mockImplementation(async () => {
      asked.push(route.path);
      // One that does not come keeps none of the others away.
      if (asked.length === 1) throw new TypeError('Failed to fetch');
      return { default: () => null };
    });
  }
  render(<Ahead of="bartender" />);
  await vi.advanceTimersByTimeAsync(PREFETCH_AFTER_MS - 100);
  expect(asked).toEqual([]);
  await waitFor(() => expect(asked).toContain('/customer-tab'));
  expect(asked).toContain('/bartender-dashboard');
  for (const other of ['/reports', '/settings', '/trust', '/r/:token']) expect(asked).not.toContain(other);
});

it('waits while somebody types or taps', async () => {
  const asked: string[] = [];
  for (const route of ROUTES) {
    vi.spyOn(route, 'load').mockImplementation(async () => {
      asked.push(route.path);
      return { default: () => null };
    });
  }
  render(<Ahead of="bartender" />);
  await vi.advanceTimersByTimeAsync(PREFETCH_AFTER_MS - 100);
  for (const type of ['keydown', 'pointerdown', 'keydown']) {
    window.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(IDLE_MS - 200);
  }
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await waitFor(() => expect(asked).toContain('/customer-tab'));
});
