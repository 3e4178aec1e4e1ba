/** Tips of everybody: what is due, the pool, payouts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import type { TipsReport, TipsRow } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import TipsTab from './TipsTab';

const URL = '/api/tips?from=2026-11-15&to=2026-11-21';
const MUSA: TipsRow = {
  userId: 5,
  userName: 'musa',
  earnedUSD: '5.00',
  earnedLRD: '525.00',
  paidUSD: '2.50',
  paidLRD: '0.00',
  dueUSD: '2.50',
  dueLRD: '525.00',
};
const FATU: TipsRow = { ...MUSA, userId: 6, userName: 'fatu', dueUSD: '0.00', dueLRD: '0.00' };
const REPORT: TipsReport = { mode: 'person', rows: [FATU, MUSA], poolUSD: '0.00', poolLRD: '0.00' };

function open(report: Partial<TipsReport> = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } },
    'GET /api/printers': { body: [{ id: 1 }] },
    'GET /api/cash/setup': { body: CASH_SETUP },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    [`GET ${URL}`]: { body: { ...REPORT, ...report } },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TipsTab />
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
  boxStore.set({ ...UNKNOWN_BOX, tips: { mode: 'person' } });
});

it('shows what each person earned, was paid and is due', async () => {
  open();
  const people = within(await screen.findByRole('region', { name: 'Tips by person' }));
  const rows = people.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'fatuEarned$5.00 + L$525Paid out$2.50Due$0.00',
    'musaEarned$5.00 + L$525Paid out$2.50Due$2.50 + L$525Pay out',
  ]);
  expect(screen.queryByRole('region', { name: 'Pool' })).toBeNull();
});

it('prints at the bar', async () => {
  const requests = open({}, { 'POST /api/tips/print': { status: 202, body: { id: 1 } } });
  await press('Print');
  await screen.findByText('The report is printing');
  expect(written(requests)).toEqual([['POST', '/api/tips/print', { from: '2026-11-15', to: '2026-11-21' }]]);
});

it('pays out what is due, or less, and says what the box refuses', async () => {
  const message = 'That is more than is due';
  const requests = open(
    {},
    {
      'POST /api/tips/payout': (_, count) =>
        count === 1
          ? refusal(409, 'conflict', message)
          : { status: 201, body: { userName: 'musa', amountUSD: '2.00', amountLRD: '525.00' } },
    },
  );
  await press('Pay out to musa');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay out' }));
  expect(dialog.getByLabelText('Amount USD')).toHaveProperty('value', '2');
  // $0.50 is L$95.
  await waitFor(() => expect(dialog.getByLabelText('Amount LRD')).toHaveProperty('value', '620'));
  expect(dialog.getByText(/What is left over stays due/)).toBeTruthy();
  type(dialog.getByLabelText('Amount LRD'), '625');
  fireEvent.click(dialog.getByRole('button', { name: 'Pay out' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  type(dialog.getByLabelText('Amount LRD'), '525');
  fireEvent.click(dialog.getByRole('button', { name: 'Pay out' }));
  expect(await screen.findByText('musa: $2.00 + L$525')).toBeTruthy();
  expect(written(requests)[1]).toEqual([
    'POST',
    '/api/tips/payout',
    { userId: 5, amountUSD: '2.00', amountLRD: '525.00' },
  ]);
});

it('does not send a payout of nothing', async () => {
  const requests = open();
  await press('Pay out to musa');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay out' }));
  type(dialog.getByLabelText('Amount USD'), '');
  type(dialog.getByLabelText('Amount LRD'), '');
  fireEvent.click(dialog.getByRole('button', { name: 'Pay out' }));
  expect(await dialog.findByText('Please enter an amount')).toBeTruthy();
  expect(written(requests)).toEqual([]);
});

it('shares the pool of a day, and says what is left over', async () => {
  const shared = { day: '2026-11-20', shares: [], leftUSD: '0.50', leftLRD: '0.00' };
  const requests = open(
    { mode: 'pool', rows: [], poolUSD: '24.50', poolLRD: '1900.00' },
    { 'POST /api/tips/share': { status: 201, body: shared } },
  );
  const pool = within(await screen.findByRole('region', { name: 'Pool' }));
  expect(pool.getByText('$24.50 + L$1,900')).toBeTruthy();
  type(pool.getByLabelText('Day'), '2026-11-20');
  fireEvent.click(pool.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('$0.50 left for the next pool')).toBeTruthy();
  expect(written(requests)).toEqual([['POST', '/api/tips/share', { day: '2026-11-20' }]]);
});

it('says that there are none, and where tips are switched on', async () => {
  boxStore.set(UNKNOWN_BOX);
  open({ mode: 'off', rows: [] });
  expect(await screen.findByText('No tips yet')).toBeTruthy();
  expect(screen.getByText(/An admin switches them on in Settings, People/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull());
});
