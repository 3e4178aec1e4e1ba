/** Hours of everybody: the report, its files, and corrections. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import type { Period } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import HoursTab from './HoursTab';

const DAYS = 'from=2026-11-15&to=2026-11-21';
const PERIOD: Period = {
  id: 3,
  userId: 5,
  userName: 'musa',
  day: '2026-11-20',
  inAt: new Date(2026, 10, 20, 18, 2, 10).toISOString(),
  outAt: new Date(2026, 10, 21, 2, 7, 40).toISOString(),
  minutes: 485,
  breaks: [],
  breakMinutes: 25,
  paidMinutes: 460,
  status: 'done',
  note: null,
  corrections: [],
  clockDoubtful: false,
};
const FIRST = { ...PERIOD, reason: 'Ate longer', correctedBy: 'sarah', correctedById: 2 };
const CORRECTED: Period = {
  ...PERIOD,
  id: 2,
  userName: 'fatu',
  paidMinutes: 440,
  breakMinutes: 45,
  note: 'Ate longer',
  corrections: [{ ...FIRST, correctedAt: '2026-11-21T10:00:00Z' }],
};
const FORGOTTEN: Period = {
  ...PERIOD,
  id: 1,
  day: '2026-11-19',
  outAt: null,
  minutes: 0,
  breakMinutes: 0,
  paidMinutes: 0,
  status: 'not_stamped',
};
const OWN: Period = { ...PERIOD, id: 9, userId: 2, userName: 'manager' };
const OF_JOE: Period = { ...PERIOD, id: 10, userId: 7, userName: 'joe' };
const name = (id: number, username: string, role: string) => ({
  id,
  username,
  name: username,
  role,
  pinStatus: 'none',
});
const NAMES = [name(7, 'joe', 'manager'), name(2, 'manager', 'manager'), name(5, 'musa', 'bartender')];
const sums = (minutes: number, breakMinutes: number, notStamped = 0) => ({
  minutes,
  breakMinutes,
  paidMinutes: minutes - breakMinutes,
  notStamped,
});
const REPORT = {
  rows: [
    { userId: 6, userName: 'fatu', ...sums(485, 45) },
    { userId: 5, userName: 'musa', ...sums(485, 25, 1) },
  ],
  totals: sums(970, 70, 1),
};

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } },
    'GET /api/printers': { body: [{ id: 1 }] },
    [`GET /api/reports/hours?${DAYS}`]: { body: REPORT },
    [`GET /api/clock/periods?${DAYS}`]: { body: [PERIOD, OWN, OF_JOE, CORRECTED, FORGOTTEN] },
    'GET /api/users/names': { body: NAMES },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <HoursTab />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const written = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
  boxStore.set({ ...UNKNOWN_BOX, clock: { mode: 'on', breaksPaid: false } });
});

it('shows the sums of each person, and the periods by night', async () => {
  open();
  const people = within(await screen.findByRole('region', { name: 'Hours by person' }));
  const rows = (await people.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'PersonWorkedBreaksPaid',
    'fatu8 h 5 min45 min7 h 20 min',
    'musa1 not stamped8 h 5 min25 min7 h 40 min',
    'Total16 h 10 min1 h 10 min15 h 0 min',
  ]);
  const night = within(await screen.findByRole('region', { name: '19 Nov 2026' }));
  expect(night.getByText('Not stamped')).toBeTruthy();
  expect(screen.getByText('Corrected')).toBeTruthy();
  expect(screen.getByText('Ate longer')).toBeTruthy();
});

it('says since when a person is at work whose time does not count yet', async () => {
  const inAt = new Date(2026, 10, 21, 20, 42).toISOString();
  const nothing = { minutes: 0, breakMinutes: 0, paidMinutes: 0 };
  const atWork = { ...PERIOD, ...nothing, id: 20, status: 'working' as const, inAt, outAt: null };
  open({
    [`GET /api/reports/hours?${DAYS}`]: {
      body: { rows: [{ userId: 5, userName: 'musa', ...sums(0, 0) }], totals: sums(0, 0) },
    },
    [`GET /api/clock/periods?${DAYS}`]: { body: [FORGOTTEN, atWork] },
  });
  expect(await screen.findByText('since 8:42 PM')).toBeTruthy();
});

it('prints at the bar and on this device, and saves a file', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const requests = open({ 'POST /api/reports/hours/print': { status: 202, body: { id: 1 } } });
  await press('Print');
  await screen.findByText('The report is printing');
  expect(written(requests)).toEqual([
    ['POST', '/api/reports/hours/print', { from: '2026-11-15', to: '2026-11-21' }],
  ]);
  await press('On this device');
  expect(print).toHaveBeenCalledOnce();
  await press('CSV');
  await waitFor(() =>
    expect(requests.some(({ path }) => path === `/api/reports/hours?${DAYS}&format=csv`)).toBe(true),
  );
});

it('lets a manager correct what was forgotten, and sends only what was changed', async () => {
  const requests = open({ 'POST /api/clock/periods/1/correct': { body: { ...FORGOTTEN, status: 'done' } } });
  const night = within(await screen.findByRole('region', { name: '19 Nov 2026' }));
  fireEvent.click(night.getByRole('button', { name: 'Correct hours of musa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct Hours' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Save Hours' }));
  expect(await dialog.findByText('Please enter when the work ended')).toBeTruthy();
  expect(dialog.getByText('Reason is required')).toBeTruthy();
  type(dialog.getByLabelText('Clocked out'), '2026-11-21T02:00');
  type(dialog.getByLabelText('Break (minutes)'), '30');
  type(dialog.getByLabelText('Reason'), 'Forgot to clock out');
  fireEvent.click(dialog.getByRole('button', { name: 'Save Hours' }));
  await screen.findByText('Hours corrected');
  const body = {
    outAt: new Date(2026, 10, 21, 2, 0).toISOString(),
    breakMinutes: 30,
    reason: 'Forgot to clock out',
  };
  expect(written(requests)).toEqual([['POST', '/api/clock/periods/1/correct', body]]);
});

it('shows the first figures below a correction, and why a further one is refused', async () => {
  const message = 'You are not allowed to do this';
  open({ 'POST /api/clock/periods/2/correct': refusal(403, 'forbidden', message) });
  await press('Correct hours of fatu');
  const earlier = within(await screen.findByRole('region', { name: 'Before the correction' }));
  expect(earlier.getByText('7 h 40 min')).toBeTruthy();
  expect(earlier.getByText(/^Corrected by sarah, .*: Ate longer$/)).toBeTruthy();
  type(screen.getByLabelText('Reason'), 'Once more');
  await press('Save Hours');
  expect(await screen.findByText(message)).toBeTruthy();
});

it('shows what a period was before each correction, in the list', async () => {
  const second = { ...FIRST, paidMinutes: 485, breakMinutes: 0, reason: 'Came late' };
  const twice: Period = {
    ...CORRECTED,
    corrections: [
      { ...FIRST, correctedAt: '2026-11-21T10:00:00Z' },
      { ...second, correctedAt: '2026-11-21T11:00:00Z' },
    ],
  };
  open({ [`GET /api/clock/periods?${DAYS}`]: { body: [twice] } });
  const night = within(await screen.findByRole('region', { name: '20 Nov 2026' }));
  const before = night.getAllByText(/^Before: 6:02 PM – 2:07 AM/).map(({ textContent }) => textContent);
  expect(before[0]).toMatch(/7 h 40 min paid, 25 min break\. Corrected by sarah, .*: Ate longer$/);
  expect(before[1]).toMatch(/8 h 5 min paid\. Corrected by sarah, .*: Came late$/);
});

it('offers a manager the hours of bartenders, and an admin all', async () => {
  open();
  await screen.findByRole('button', { name: 'Correct hours of fatu' });
  for (const who of ['manager', 'joe']) {
    expect(screen.queryByRole('button', { name: `Correct hours of ${who}` })).toBeNull();
  }
  cleanup();
  signInAs('admin');
  open();
  for (const who of ['fatu', 'manager', 'joe']) {
    await screen.findByRole('button', { name: `Correct hours of ${who}` });
  }
});

it('says that there are none, and where the clock is switched on', async () => {
  boxStore.set(UNKNOWN_BOX);
  open({
    [`GET /api/reports/hours?${DAYS}`]: { body: { rows: [], totals: sums(0, 0) } },
    [`GET /api/clock/periods?${DAYS}`]: { body: [] },
  });
  expect(await screen.findByText('No hours yet')).toBeTruthy();
  expect(screen.getByText(/An admin switches it on in Settings, People/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});
