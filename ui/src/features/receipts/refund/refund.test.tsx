/** Refunding lines of a receipt. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { signInAs } from '../../../test/people';
import { FULL_RECEIPT } from '../../../test/receipts';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import ReceiptDialog from '../ReceiptDialog';
import { receiptText } from '../receiptText';

const NUMBER = FULL_RECEIPT.receiptNumber;
const REFUND = `POST /api/receipts/${NUMBER}/refund`;
const ASK = `GET /api/receipts/${NUMBER}/refundable?items=`;
const BEER = {
  id: 31,
  receiptNumber: NUMBER,
  productName: 'Club Beer',
  quantity: 5,
  currency: 'USD',
  grossUSD: '10.00',
  grossLRD: '1900.00',
  voidedQuantity: 0,
  voidedAt: null,
  refundedQuantity: 1,
  refundable: '8.00',
};
const RICE = {
  ...BEER,
  id: 32,
  productName: 'Rice',
  quantity: 1,
  currency: 'LRD',
  refundedQuantity: 0,
  refundable: '950.00',
};
const DONE = { ...BEER, id: 33, productName: 'Fanta', refundedQuantity: 5, refundable: '0.00' };
const CASH = { method: 'cash', name: 'Cash', currency: 'LRD', amount: '760.00' };

function open(more: Parameters<typeof fakeServer>[0] = {}, receipt: object = {}) {
  const requests = fakeServer({
    [`GET /api/receipts/${NUMBER}`]: { body: { ...FULL_RECEIPT, ...receipt } },
    'GET /api/printers': { body: [] },
    [`GET /api/sales?q=${NUMBER}&from=2026-11-21`]: { body: [DONE, RICE, BEER] },
    [`${ASK}31%3A2`]: { body: { tenders: [CASH] } },
    [REFUND]: {
      status: 201,
      body: {
        receipt: { receiptNumber: 'R-20261124-0001' },
        payment: { tenders: [{ ...CASH, amount: '-760.00' }] },
      },
    },
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ReceiptDialog receiptNumber={NUMBER} onClose={() => {}} />
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
  boxStore.set(UNKNOWN_BOX);
  signInAs('manager');
});

it('gives money back for pieces, and says how', async () => {
  const requests = open();
  await press('Refund');
  expect(await screen.findByText('1 of 5 refunded')).toBeTruthy();
  expect(screen.getByText('Refunded')).toBeTruthy();
  await press('Refund 5 × Club Beer');
  const pieces = within(screen.getByRole('group', { name: 'How many of 4 Club Beer to refund' }));
  fireEvent.click(pieces.getByRole('button', { name: 'One less' }));
  fireEvent.click(pieces.getByRole('button', { name: 'One less' }));
  expect(await screen.findByText('Give the guest L$760 back in cash. The sale stays.')).toBeTruthy();
  expect(screen.getByLabelText('Return the items to stock')).toHaveProperty('checked', false);
  type(screen.getByLabelText('Reason'), 'Warm');
  await press('Refund');
  await screen.findByText('Give the guest L$760 back in cash');
  expect(posted(requests)).toEqual([
    { items: [{ saleId: 31, quantity: 2 }], reason: 'Warm', returnToStock: false },
  ]);
});

it('gives an amount back without goods, at most what is left of the line', async () => {
  const requests = open({ [`${ASK}32%3D200.00`]: { body: { tenders: [{ ...CASH, amount: '200.00' }] } } });
  await press('Refund');
  await press('Refund 1 × Rice');
  await press('An amount instead');
  expect(screen.getByText('At most L$950')).toBeTruthy();
  type(screen.getByLabelText('Reason'), 'Late');
  await press('Refund');
  expect(await screen.findByText('Enter an amount above 0')).toBeTruthy();
  type(screen.getByLabelText('Amount LRD'), '200');
  fireEvent.click(screen.getByLabelText('Return the items to stock'));
  await press('Refund');
  await screen.findByText(/^Give the guest L\$760/);
  expect(posted(requests)).toEqual([
    { items: [{ saleId: 32, amount: '200.00' }], reason: 'Late', returnToStock: true },
  ]);
});

it('says why the box refuses, such as amounts that do not fit', async () => {
  const reason = 'Give back $3.80 / L$760';
  open({ 'GET /api/cash/setup': { body: CASH_SETUP }, [REFUND]: refusal(400, 'invalid', reason) });
  await press('Refund');
  await press('Refund 5 × Club Beer');
  expect(await screen.findByRole('radio', { name: 'As it was paid' })).toBeTruthy();
  type(screen.getByLabelText('Reason'), 'Warm');
  await press('Refund');
  expect((await screen.findByRole('alert')).textContent).toBe(`Failed: ${reason}`);
});

it('is not offered for a refund, which leads to its receipt and says what it is', async () => {
  const [first] = FULL_RECEIPT.items;
  const refund = {
    ...FULL_RECEIPT,
    kind: 'refund' as const,
    refundOf: 'R-20261120-0100',
    items: [{ ...first, quantity: -2, totalPriceDisplay: '-$4.00' }] as typeof FULL_RECEIPT.items,
    totals: { ...FULL_RECEIPT.totals, displayPaidBack: 'L$760' },
  };
  open({}, refund);
  expect(await screen.findByText('REFUND')).toBeTruthy();
  expect(screen.getByText('For R-20261120-0100')).toBeTruthy();
  expect(screen.getByText('Paid back').nextElementSibling?.textContent).toBe('L$760');
  expect(screen.getByRole('row', { name: /−2 × Club Beer/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open R-20261120-0100' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Void an Item' })).toBeNull();
  const text = receiptText(refund);
  for (const line of ['REFUND', 'For R-20261120-0100', '-2 x Club Beer', 'Paid back'])
    expect(text).toContain(line);
});

it('shows discounts, refunded pieces and copies', async () => {
  const [first, second] = FULL_RECEIPT.items;
  open(
    {},
    {
      items: [
        {
          ...first,
          discountLabel: 'Discount 10 %',
          discountDisplay: '-$0.80',
          refundedQuantity: 1,
          refundedDisplay: '$1.80',
        },
        { ...second, discountLabel: 'Comp', discountDisplay: '-L$1,140' },
      ],
      refundReceipts: ['R-20261124-0001'],
      copies: [{ n: 1, at: '2026-11-23T21:10:00Z', userName: 'musu', jobId: 4 }],
    },
  );
  expect(await screen.findByText('Discount 10 % −$0.80')).toBeTruthy();
  expect(screen.getByText('Comp −L$1,140')).toBeTruthy();
  expect(screen.getByText('Refunded $1.80')).toBeTruthy();
  expect(screen.getByText('COPY 1')).toBeTruthy();
  expect(screen.getByText(/^Printed by musu, 23 Nov 2026, /)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open R-20261124-0001' })).toBeTruthy();
});
