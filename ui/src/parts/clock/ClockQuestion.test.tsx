/** The question whether the box's date is right. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import { ClockQuestion } from './ClockQuestion';

const DOUBTED = {
  now: '2035-02-07T20:00:00.000',
  doubted: true,
  since: '2026-11-21T20:00:00.000',
  lastEntryAt: '2035-02-07T19:00:00.000',
  businessDay: '2035-02-07',
};
const SURE = { ...DOUBTED, doubted: false, since: null };
const BUTTON = { name: 'The date is right' };

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

beforeEach(() => {
  queryClient.clear();
  dismissToast();
});

it.each(['admin', 'manager'] as const)(
  'shows the %s all dates and sends the time of the phone',
  async (role) => {
    signInAs(role);
    const requests = open({
      'GET /api/box/clock': (_call, count) => ({ body: count === 1 ? DOUBTED : SURE }),
      'POST /api/box/clock/confirm': { body: SURE },
    });
    const region = await screen.findByRole('region', { name: "Is the box's date right?" });
    const text = (region.textContent ?? '').replace(/\s+/g, ' ');
    expect(text).toContain('The box says7 Feb 2035, 8:00 PM');
    expect(text).toContain('The last record says7 Feb 2035, 7:00 PM');
    expect(text).toContain('Certain until21 Nov 2026, 8:00 PM');
    expect(text).toContain(`This phone says${new Date().getDate()} `);
    const before = Date.now();
    fireEvent.click(screen.getByRole('button', BUTTON));
    expect(await screen.findByText('Date confirmed')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: "Is the box's date right?" })).toBeNull(),
    );
    const sent = requests.find(({ method }) => method === 'POST');
    expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
    const { deviceTime } = (sent?.body ?? {}) as { deviceTime: string };
    expect(Math.abs(Date.parse(deviceTime) - before)).toBeLessThan(60_000);
  },
);

it('shows why the box refused, and stays', async () => {
  signInAs('manager');
  const why = "The box's clock says 2035, this device says 2026.";
  open({
    'GET /api/box/clock': { body: DOUBTED },
    'POST /api/box/clock/confirm': refusal(409, 'conflict', why),
  });
  fireEvent.click(await screen.findByRole('button', BUTTON));
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  expect(screen.getByRole('button', BUTTON)).toBeTruthy();
});

it('is hidden while the clock is trusted', async () => {
  signInAs('admin');
  const requests = open({ 'GET /api/box/clock': { body: SURE } });
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});

it('is hidden from bartenders', async () => {
  signInAs('bartender');
  const requests = open({ 'GET /api/box/clock': { body: DOUBTED } });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(requests).toEqual([]);
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});
