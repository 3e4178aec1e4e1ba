/** A person's own clock and hours, and the question after a sign-in. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { endSession, sessionStore, startSession } from '../../api/session';
import type { Clock, Period } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { person, signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import ClockInNow from './ClockInNow';
import MeScreen from './MeScreen';

const PERIOD: Period = {
  id: 3,
  userId: 5,
  userName: 'bartender',
  day: '2026-11-20',
  inAt: new Date(2026, 10, 20, 18, 2).toISOString(),
  outAt: new Date(2026, 10, 21, 2, 7).toISOString(),
  minutes: 485,
  breaks: [],
  breakMinutes: 25,
  paidMinutes: 460,
  status: 'done',
  note: null,
  corrections: [],
  clockDoubtful: false,
};
const OUT: Clock = { state: 'out', period: null };
const now = () => new Date().toISOString();
const working = (): Clock => ({
  state: 'in',
  period: { ...PERIOD, id: 4, status: 'working', inAt: now(), outAt: null, minutes: 0, paidMinutes: 0 },
});
const LIST = '/api/clock/periods?from=2026-11-08&to=2026-11-21&userId=5';

const DAY = {
  'GET /api/auth/me': { body: { id: 5 } },
  'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } },
};

function open(content: ReactNode, answers: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer({ ...DAY, [`GET ${LIST}`]: { body: [PERIOD] }, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      {content}
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const steps = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  dismissToast();
  signInAs('bartender');
  boxStore.set({ ...UNKNOWN_BOX, clock: { mode: 'on', breaksPaid: false } });
});

describe('My hours', () => {
  it('clocks in, and shows the next steps', async () => {
    const requests = open(<MeScreen />, {
      'GET /api/clock': (_, count) => ({ body: count === 1 ? OUT : working() }),
      'POST /api/clock/in': { body: working() },
    });
    expect(await screen.findByRole('heading', { name: 'You are clocked out' })).toBeTruthy();
    await press('Clock in');
    await screen.findByText('You are clocked in');
    expect(await screen.findByRole('heading', { name: /^Working since / })).toBeTruthy();
    const names = ['Take a break', 'Clock out'].map((name) => screen.getByRole('button', { name }));
    expect(names).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Clock in' })).toBeNull();
    expect(steps(requests)).toEqual(['/api/clock/in']);
  });

  it('lists what was worked in 14 days', async () => {
    open(<MeScreen />, { 'GET /api/clock': { body: OUT } });
    expect(await screen.findByText('7 h 40 min paid')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '20 Nov 2026' })).toBeTruthy();
    expect(screen.getByText('6:02 PM – 2:07 AM')).toBeTruthy();
    expect(screen.getByText('25 min break')).toBeTruthy();
  });

  it('says why a step was refused, and reads the clock again', async () => {
    const requests = open(<MeScreen />, {
      'GET /api/clock': (_, count) => ({ body: count === 1 ? OUT : working() }),
      'POST /api/clock/in': refusal(409, 'bad_transition', 'You are clocked in already'),
    });
    await press('Clock in');
    expect(await screen.findByText('You are clocked in already')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Clock out' })).toBeTruthy());
    expect(requests.filter(({ path }) => path === '/api/clock').length).toBeGreaterThan(1);
  });

  it('has only a note while the bar has no clock', async () => {
    boxStore.set(UNKNOWN_BOX);
    const requests = open(<MeScreen />, { [`GET ${LIST}`]: { body: [] } });
    expect(await screen.findByText('The clock is off')).toBeTruthy();
    expect(requests.some(({ path }) => path === '/api/clock')).toBe(false);
  });
});

describe('Clock in now?', () => {
  const ASKS = { 'GET /api/clock?signIn=true': { body: { ...OUT, ask: true } } };

  it('clocks in', async () => {
    const requests = open(<ClockInNow />, { ...ASKS, 'POST /api/clock/in': { body: working() } });
    expect(await screen.findByRole('dialog', { name: 'Clock in now?' })).toBeTruthy();
    await press('Clock in');
    await screen.findByText('You are clocked in');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(steps(requests)).toEqual(['/api/clock/in']);
  });

  it('is asked once in a session, also after a reload', async () => {
    open(<ClockInNow />, ASKS);
    await press('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    queryClient.clear();
    const requests = open(<ClockInNow />, ASKS);
    expect(requests).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not asked in the session in which the clock was switched on, also after a reload', async () => {
    const token = sessionStore.get().token;
    const requests = open(<ClockInNow wasOffIn={token} />, ASKS);
    cleanup();
    open(<ClockInNow />, ASKS);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('waits for the next screen while a form is being filled in', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    const requests = open(<ClockInNow />, ASKS);
    await waitFor(() => expect(queryClient.getQueryData(['/api/clock?signIn=true'])).toBeTruthy());
    expect(screen.queryByRole('dialog')).toBeNull();
    field.remove();
    act(() => navigate('/receipts'));
    expect(await screen.findByRole('dialog', { name: 'Clock in now?' })).toBeTruthy();
    expect(steps(requests)).toEqual([]);
  });

  it('asks the next person on the same phone', async () => {
    const requests = open(<ClockInNow />, ASKS);
    await press('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    endSession();
    queryClient.clear();
    startSession('token-of-somebody-else', person('bartender', { username: 'fatu' }));
    expect(await screen.findByRole('dialog', { name: 'Clock in now?' })).toBeTruthy();
    expect(steps(requests)).toEqual([]);
  });

  it('is not asked where the box does not ask, or has no clock', async () => {
    const silent = { body: { ...OUT, ask: false } };
    const requests = open(<ClockInNow />, { 'GET /api/clock?signIn=true': silent });
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    boxStore.set(UNKNOWN_BOX);
    endSession();
    startSession('another-token-for-it', person('bartender'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(requests).toHaveLength(1);
  });
});
