/** The bill before payment: its sheet, and the list of bills. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient, refresh } from '../../api/http/query';
import type { Bill } from '../../api/types';
import { BillSheet } from '../../parts/bills/BillSheet';
import { fakeServer, refusal } from '../../test/fakeServer';
import { order } from '../../test/orders';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import BillsScreen from './BillsScreen';

const BILL: Bill = {
  number: 'B-20261123-0007',
  orderId: 12,
  tableNumber: 4,
  tableName: null,
  customerName: 'Musu',
  day: '2026-11-23',
  createdAt: '2026-11-23T20:52:00Z',
  userName: 'musu',
  state: 'open',
  printCount: 2,
  prints: [
    { n: 1, at: '2026-11-23T20:52:00Z', userName: 'musu', printerId: 1 },
    { n: 2, at: '2026-11-23T20:58:00Z', userName: 'ama', printerId: null },
  ],
  grandTotalUSD: '15.00',
  grandTotalLRD: '2850.00',
  settledUSD: null,
  settledLRD: null,
  items: [],
  changes: [],
};
const PRINTERS = { 'GET /api/printers': { body: [{ id: 1 }] } };

type Answers = Parameters<typeof fakeServer>[0];

function show(shown: ReactNode, answers: Answers) {
  const requests = fakeServer({ ...PRINTERS, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      {shown}
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const posted = (requests: ReturnType<typeof show>) =>
  requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('bartender');
});

describe('the sheet', () => {
  const CALL = 'POST /api/orders/12/bill';
  const openSheet = (answers: Answers, of = order(12)) => {
    const onClose = vi.fn();
    const requests = show(<BillSheet order={of} onClose={onClose} />, answers);
    return { requests, onClose };
  };

  it('shows the bill as on paper, and prints it at the bar', async () => {
    const { requests, onClose } = openSheet({
      [CALL]: { status: 201, body: { bill: BILL, job: { id: 3 } } },
    });
    expect(await screen.findByText('NOT PAID')).toBeTruthy();
    for (const text of ['Print 1', '$14.00', 'L$2,660', 'Order #12', '1 USD = 190 LRD'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(posted(requests)).toEqual([]);
    await press('Print Bill');
    await screen.findByText('Bill printed');
    expect(screen.getByText('B-20261123-0007')).toBeTruthy();
    expect(posted(requests)).toEqual([['/api/orders/12/bill', { print: true }]]);
    expect(onClose).toHaveBeenCalled();
  });

  it('counts a print of this device, with its number on the paper', async () => {
    const print = vi.fn(() => {
      expect(screen.getByText('Print 2')).toBeTruthy();
      expect(screen.getByText('B-20261123-0007')).toBeTruthy();
    });
    vi.stubGlobal('print', print);
    const { requests } = openSheet({ [CALL]: { status: 201, body: { bill: BILL, job: null } } });
    await press('On this device');
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(posted(requests)).toEqual([['/api/orders/12/bill', { print: false }]]);
  });

  it('says why it was not printed, and stays', async () => {
    const { onClose } = openSheet({ [CALL]: refusal(409, 'conflict', 'No printer is set up') });
    await press('Print Bill');
    await screen.findByText('The bill could not be printed');
    expect(screen.getByText('No printer is set up')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('goes on with the number of an unchanged bill, and shows what is paid', async () => {
    const { number, printCount, grandTotalUSD, grandTotalLRD } = BILL;
    const bill = { number, printCount, grandTotalUSD, grandTotalLRD, at: '', state: 'open' as const };
    const paid = { paidAmountUSD: '8.00', remainingUSD: '6.00', remainingLRD: '1140.00' };
    openSheet({}, order(12, { bill, splitIndex: 2, splitCount: 3, ...paid }));
    for (const text of ['Print 3', number, 'Bill 2 of 3', 'Still to pay', '$6.00'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('offers this device alone where the bar has no printer', async () => {
    openSheet({ 'GET /api/printers': { body: [] } });
    await screen.findByRole('button', { name: 'On this device' });
    expect(screen.queryByRole('button', { name: 'Print Bill' })).toBeNull();
  });

  it('is not the bill that was made here any more once the order has changed', async () => {
    vi.stubGlobal('print', vi.fn());
    fakeServer({ [CALL]: { status: 201, body: { bill: { ...BILL, printCount: 1 }, job: null } } });
    const sheet = (bill: ReturnType<typeof order>['bill']) => (
      <QueryClientProvider client={queryClient}>
        <BillSheet order={order(12, { bill })} onClose={() => {}} />
      </QueryClientProvider>
    );
    const { rerender } = render(sheet(null));
    await press('On this device');
    await screen.findByText(BILL.number);
    const made = { number: BILL.number, printCount: 1 };
    rerender(sheet({ ...made, state: 'open' } as never));
    expect(screen.getByText(BILL.number)).toBeTruthy();
    rerender(sheet({ ...made, state: 'changed' } as never));
    expect(screen.queryByText(BILL.number)).toBeNull();
  });

  it('of an order that is not open says why, and has no buttons', async () => {
    openSheet({}, order(12, { paymentStatus: 'paid' }));
    expect(await screen.findByText('This order is paid.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'On this device' })).toBeNull();
  });
});

describe('the list', () => {
  const openList = (answers: Answers = {}) =>
    show(<BillsScreen />, { 'GET /api/bills?state=unpaid': { body: [BILL] }, ...answers });

  it('lists what was billed and is not paid, with who, when and how often', async () => {
    openList();
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.textContent).toMatch(
      /^B-20261123-0007Table 4 · Musu23 Nov 2026, .*musu · Print 2\$15\.00L\$2,850Billed$/,
    );
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });

  it('shows the prints, the changes with both people, and the way to the order', async () => {
    const changed: Bill = {
      ...BILL,
      state: 'paid_other',
      settledUSD: '13.00',
      settledLRD: '2470.00',
      changes: [
        {
          at: '2026-11-23T21:02:00Z',
          userName: 'musu',
          approvedBy: 'sarah',
          text: '1 × Club Beer removed',
          amountUSD: '2.00',
          amountLRD: '380.00',
        },
      ],
    };
    openList({
      'GET /api/bills?state=different': { body: [changed] },
      [`GET /api/bills/${BILL.number}`]: { body: changed },
    });
    await screen.findByText('Billed');
    fireEvent.click(screen.getByRole('radio', { name: 'Different' }));
    await screen.findByText('Paid another amount');
    await press(BILL.number);
    const sheet = within(await screen.findByRole('dialog', { name: BILL.number }));
    expect(await sheet.findByText(/^Print 2 by ama, 23 Nov 2026/)).toBeTruthy();
    expect(sheet.getByText('1 × Club Beer removed')).toBeTruthy();
    expect(sheet.getByText(/^musu, approved by sarah, 23 Nov 2026/)).toBeTruthy();
    expect(sheet.getByText('$13.00')).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Open Order' }).getAttribute('href')).toBe(
      '/table-service?order=12',
    );
  });

  it('says that a bill is paid that only colleagues see since', async () => {
    boxStore.set({ ...UNKNOWN_BOX, people: { bartendersSee: 'own' } });
    let paid = false;
    const gone = refusal(404, 'not_found', 'Bill not found');
    const state = { id: 12, tableId: 4, seatedAt: BILL.createdAt, status: 'pending', paymentStatus: 'paid' };
    openList({
      'GET /api/bills?state=unpaid': () => ({ body: paid ? [] : [BILL] }),
      [`GET /api/bills/${BILL.number}`]: () => (paid ? gone : { body: BILL }),
      'GET /api/orders/states': () => ({ body: paid ? [{ ...state, billState: 'paid' }] : [] }),
    });
    await press(BILL.number);
    const sheet = within(await screen.findByRole('dialog', { name: BILL.number }));
    expect(await sheet.findByText('Billed', { selector: '.badge' })).toBeTruthy();
    paid = true;
    await refresh('/api/bills', '/api/orders');
    expect(await sheet.findByText('Paid', { selector: '.badge' })).toBeTruthy();
    boxStore.set(UNKNOWN_BOX);
  });

  it('is empty, or could not be loaded', async () => {
    openList({ 'GET /api/bills?state=unpaid': { body: [] } });
    expect(await screen.findByText('No bills waiting')).toBeTruthy();
    queryClient.clear();
    openList({ 'GET /api/bills?state=unpaid': refusal(400, 'invalid', 'No') });
    expect(await screen.findByText('The bills could not be loaded')).toBeTruthy();
  });

  it('is printed by managers', async () => {
    signInAs('manager');
    const requests = openList({ 'POST /api/bills/print': { status: 202, body: { id: 1 } } });
    await press('Print');
    await screen.findByText('The bills are printing');
    expect(posted(requests)).toEqual([['/api/bills/print', { state: 'unpaid' }]]);
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeTruthy();
  });
});
