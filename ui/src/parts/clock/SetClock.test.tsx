/** The offer to set the box's clock to that of the phone. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import { ClockQuestion } from './ClockQuestion';
import { laterStore } from './later';

const QUESTION = /^Set the box's clock to this phone's time \(\d+:\d\d [AP]M\)\?$/;
const clock = (now: number, more: object = {}) => ({
  now: new Date(now).toISOString(),
  doubted: false,
  since: null,
  lastEntryAt: null,
  businessDay: '1970-01-01',
  takesDeviceTime: true,
  ...more,
});
const WRONG = clock(60_000);

function open(answers: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <ClockQuestion />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(async () => {
  await import('./SetClock');
  queryClient.clear();
  dismissToast();
  laterStore.set(null);
  signInAs('manager');
});

it('is taken with one tap', async () => {
  const requests = open({
    'GET /api/box/clock': (_call, count) => ({ body: count === 1 ? WRONG : clock(Date.now()) }),
    'POST /api/box/clock/set': () => ({ body: clock(Date.now()) }),
  });
  await screen.findByRole('region', { name: QUESTION });
  fireEvent.click(screen.getByRole('button', { name: 'Set the clock' }));
  expect(await screen.findByText(/^The box's clock says \d+:\d\d [AP]M now$/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  const sent = requests.find(({ method }) => method === 'POST')?.body;
  const { deviceTime } = (sent ?? {}) as { deviceTime: string };
  expect(Math.abs(Date.parse(deviceTime) - Date.now())).toBeLessThan(60_000);
});

it('takes the place of the question about a doubted date', async () => {
  open({ 'GET /api/box/clock': { body: { ...WRONG, doubted: true } } });
  await screen.findByRole('region', { name: QUESTION });
  expect(screen.queryByRole('button', { name: 'The date is right' })).toBeNull();
});

it('shows why the box refused', async () => {
  const why = 'This phone says 1 Jan 2020, 3:00 PM, and something was sold after that.';
  open({ 'GET /api/box/clock': { body: WRONG }, 'POST /api/box/clock/set': refusal(409, 'conflict', why) });
  fireEvent.click(await screen.findByRole('button', { name: 'Set the clock' }));
  expect((await screen.findByRole('alert')).textContent).toContain(why);
});

it('can be put off until the next sign-in', async () => {
  open({ 'GET /api/box/clock': { body: WRONG } });
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it.each([
  ['the clocks agree within two minutes', clock(Date.now() - 100_000)],
  ['the box knows better', clock(60_000, { takesDeviceTime: undefined })],
])('is not made where %s', async (_, body) => {
  const requests = open({ 'GET /api/box/clock': { body } });
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).toBeNull();
});
