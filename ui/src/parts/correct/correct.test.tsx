/** Correcting how it was paid. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { at } from '../../api/calls';
import { queryClient } from '../../api/http/query';
import type { Payment } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import CorrectSheet from './CorrectSheet';
import { rowsOf } from './rows';

const NUMBER = 'R-000012';
const LIST = `GET /api/payments?receiptNumber=${NUMBER}`;
const CORRECT = 'POST /api/payments/12/correct';
const CASH = { method: 'cash', name: 'Cash', currency: 'USD', amount: '2.00', reference: null };
const PAYMENT = { id: 12, tenders: [CASH], changeUSD: '0.00', changeLRD: '0.00', valueUSD: '2.00' };
const CARD = { ...CASH, method: 'card', name: 'Credit/Debit Card' };

function open(more: Parameters<typeof fakeServer>[0] = {}, paymentId?: number) {
  const requests = fakeServer({
    'GET /api/cash/setup': { body: CASH_SETUP },
    [LIST]: { body: [PAYMENT] },
    [CORRECT]: { body: { ...PAYMENT, tenders: [CARD] } },
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <CorrectSheet
        note={NUMBER}
        list={at('/api/payments', { receiptNumber: NUMBER })}
        {...(paymentId !== undefined && { paymentId })}
        back="Back to the receipt"
        onClose={() => {}}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const posted = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  localStorage.clear();
  signInAs('manager');
});

it('asks by what it was really paid and why', async () => {
  const requests = open();
  const group = within(await screen.findByRole('group', { name: 'It was paid by' }));
  expect(group.getByLabelText('Amount')).toHaveProperty('value', '2');
  choose(group.getByLabelText('Method'), 'card');
  await press('Save');
  expect(await screen.findByText('Reason is required')).toBeTruthy();
  type(screen.getByLabelText('Reason'), 'Keyed wrongly');
  await press('Save');
  expect(await screen.findByText('Payment corrected')).toBeTruthy();
  expect(screen.getByText('Credit/Debit Card $2.00')).toBeTruthy();
  expect(posted(requests)).toEqual([
    { tenders: [{ method: 'card', currency: 'USD', amount: '2.00' }], reason: 'Keyed wrongly' },
  ]);
});

it('offers the reasons for voids only where nothing else may be written', async () => {
  const reasons = [{ id: 1, kind: 'void', name: 'Badly made', active: true, noteRequired: false }];
  open({ 'GET /api/reasons?kind=void': { body: reasons } });
  await screen.findByLabelText('Reason');
  expect(screen.queryByText('Badly made')).toBeNull();
  cleanup();
  boxStore.set({ ...UNKNOWN_BOX, reasons: { freeText: false } } as typeof UNKNOWN_BOX);
  open({ 'GET /api/reasons?kind=void': { body: reasons } });
  expect(await screen.findByText('Badly made')).toBeTruthy();
  boxStore.set(null);
});

it('says why it was refused, and keeps what was typed', async () => {
  open({ [CORRECT]: refusal(409, 'shift_closed', 'Z-000012 is closed.') });
  choose(await screen.findByLabelText('Method'), 'card');
  type(screen.getByLabelText('Reason'), 'Keyed wrongly');
  await press('Save');
  expect(await screen.findByText(/Z-000012 is closed\./)).toBeTruthy();
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Keyed wrongly');
});

it('lets one of several payments be chosen', async () => {
  const other = { ...PAYMENT, id: 13, tenders: [{ ...CASH, currency: 'LRD', amount: '380.00' }] };
  open({ [LIST]: { body: [PAYMENT, other] }, 'POST /api/payments/13/correct': { body: other } });
  choose(await screen.findByLabelText('Payment'), '13');
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '380');
});

it('is about the given payment alone', async () => {
  const other = { ...PAYMENT, id: 13, tenders: [{ ...CASH, currency: 'LRD', amount: '380.00' }] };
  open({ [LIST]: { body: [PAYMENT, other] } }, 13);
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '380');
  expect(screen.queryByLabelText('Payment')).toBeNull();
});

it('says so when there is no payment', async () => {
  open({ [LIST]: { body: [] } });
  expect(await screen.findByText('There is no payment to correct')).toBeTruthy();
});

it('begins with what was due where change was given', () => {
  const paid = {
    ...PAYMENT,
    tenders: [{ ...CASH, amount: '20.00' }],
    changeUSD: '6.00',
    changeLRD: '50.00',
    valueUSD: '13.74',
  };
  expect(rowsOf(paid as Payment)).toEqual([
    { key: 1, method: 'cash', currency: 'USD', amount: '13.74', reference: '' },
  ]);
});
