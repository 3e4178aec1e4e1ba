/** The page of the box's time. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import Time from './Time';

const CLOCK = {
  now: '2026-11-21T20:42:00.000Z',
  doubted: false,
  since: null,
  lastEntryAt: null,
  businessDay: '2026-11-21',
};

function open(clock: object) {
  fakeServer({ 'GET /api/box/clock': { body: clock } });
  render(
    <QueryClientProvider client={queryClient}>
      <Time />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  queryClient.clear();
  signInAs('admin');
});

it("offers this phone's time where the box knows nothing better", async () => {
  open({ ...CLOCK, takesDeviceTime: true });
  expect(await screen.findByRole('button', { name: 'Set the clock' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
});

it('shows the time of a box that knows it', async () => {
  open(CLOCK);
  expect(await screen.findByText(/clock chip. No phone needs to set it/)).toBeTruthy();
  expect(screen.getByText('21 Nov 2026')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Time Zone' }).getAttribute('href')).toBe('/settings/day');
});
