/** Exceptions of everybody: the sentences, and the report's files. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import ExceptionsTab from './ExceptionsTab';
import { noMedians, rowOf } from './testRows';

const DAYS = 'from=2026-11-15&to=2026-11-21';
const MUSA = rowOf('musa', 120, {
  removedSent: { count: 7, worthUSD: '14.00', per100: 5.8 },
  noSales: { count: 1, worthUSD: '0.00', per100: 0.8 },
});
const SARAH = { ...rowOf('sarah', 12), userId: 2, granted: 3 };
const FATU = { ...rowOf('fatu', 200), userId: 6 };
const REPORT = { rows: [FATU, MUSA, SARAH], medians: { ...noMedians, removedSent: 2.2 } };

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } },
    'GET /api/printers': { body: [{ id: 1 }] },
    [`GET /api/reports/exceptions?${DAYS}`]: { body: REPORT },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ExceptionsTab />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
});

it('tells of each person in sentences, and names who has nothing', async () => {
  open();
  const musa = within(await screen.findByRole('region', { name: 'Musa' }));
  expect(musa.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Musa took 7 sent items off orders ($14.00) in 120 receipts: 5.8 per 100. The median of the house is 2.2.',
    'Musa opened the drawer once without a sale in 120 receipts: 0.8 per 100.',
  ]);
  expect(
    within(screen.getByRole('region', { name: 'Sarah' })).getByText('Sarah approved 3 requests of others.'),
  ).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Fatu' })).toBeNull();
  expect(screen.getByText('Nothing to report of Fatu (200 receipts).')).toBeTruthy();
});

it('prints at the bar and on this device, and saves a file', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const requests = open({ 'POST /api/reports/exceptions/print': { status: 202, body: { id: 1 } } });
  await press('Print');
  await screen.findByText('The report is printing');
  const sent = requests.find(({ method }) => method === 'POST');
  expect([sent?.path, sent?.body]).toEqual([
    '/api/reports/exceptions/print',
    { from: '2026-11-15', to: '2026-11-21' },
  ]);
  await press('On this device');
  expect(print).toHaveBeenCalledOnce();
  await press('CSV');
  await waitFor(() =>
    expect(requests.some(({ path }) => path === `/api/reports/exceptions?${DAYS}&format=csv`)).toBe(true),
  );
});

it('says that there is nothing to report, also of people who sold', async () => {
  open({ [`GET /api/reports/exceptions?${DAYS}`]: { body: { rows: [FATU], medians: noMedians } } });
  expect(await screen.findByText('Nothing to report')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  expect(screen.queryByText(/Fatu/)).toBeNull();
});

it('can be tried again where it cannot be loaded', async () => {
  open({
    [`GET /api/reports/exceptions?${DAYS}`]: (_, count) =>
      count === 1 ? refusal(500, 'internal', 'Something went wrong') : { body: REPORT },
  });
  await screen.findByText('The exceptions could not be loaded');
  await press('Try again');
  expect(await screen.findByRole('region', { name: 'Musa' })).toBeTruthy();
});
