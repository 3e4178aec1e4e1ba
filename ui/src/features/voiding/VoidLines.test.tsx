/** Voiding a single item of a receipt. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { FULL_RECEIPT } from '../../test/receipts';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import ReceiptDialog from '../receipts/ReceiptDialog';

const NUMBER = FULL_RECEIPT.receiptNumber;
const LINES = `/api/sales?q=${NUMBER}&from=2026-11-21`;
const BEER = {
  id: 7,
  receiptNumber: NUMBER,
  productName: 'Club Beer',
  quantity: 4,
  currency: 'USD',
  totalAmountUSD: '8.00',
  totalAmountLRD: '1520.00',
  voidedAt: null,
};
const SOUP = { ...BEER, id: 8, productName: 'Pepper soup', quantity: 1, voidedAt: '2026-11-21T21:00:00Z' };
/** The search also finds other sales that contain the number, for example in a note. */
const OTHER = { ...BEER, id: 9, receiptNumber: 'R-20261121-0999', productName: 'Whisky' };

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    [`GET /api/receipts/${NUMBER}`]: { body: FULL_RECEIPT },
    'GET /api/printers': { body: [] },
    [`GET ${LINES}`]: { body: [OTHER, SOUP, BEER] },
    'POST /api/sales/7/void': { body: { ...BEER, voidedAt: '2026-11-21T22:00:00Z' } },
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

beforeEach(() => {
  queryClient.clear();
  dismissToast();
});

it('is not offered to a bartender', async () => {
  signInAs('bartender');
  open();
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Void an Item' })).toBeNull();
});

it('requires a reason, and leaves the other items', async () => {
  signInAs('manager');
  const requests = open();
  await press('Void an Item');
  expect(await screen.findByText('1 × Pepper soup')).toBeTruthy();
  const names = [...document.querySelectorAll('.name')].map(({ textContent }) => textContent);
  expect(names).toEqual(['4 × Club Beer', '1 × Pepper soup']);
  expect(screen.queryByRole('button', { name: 'Void 1 × Pepper soup' })).toBeNull();
  expect(screen.queryByText('4 × Whisky')).toBeNull();
  await press('Void 4 × Club Beer');
  await press('Void an Item');
  expect(await screen.findByText('Reason is required')).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'Wrong table' } });
  fireEvent.click(screen.getByLabelText('Return the items to stock'));
  await press('Void an Item');
  await screen.findByText('Item voided');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Wrong table', returnToStock: false }]);
  expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  await press('Back to the receipt');
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
});

it('lists the items in the order of the receipt', async () => {
  signInAs('manager');
  open();
  await press('Void an Item');
  await screen.findByText('1 × Pepper soup');
  const names = screen.getAllByText(/^\d × /).map((name) => name.textContent);
  expect(names).toEqual(['4 × Club Beer', '1 × Pepper soup']);
});

it('reads older pages when the first page does not have the items', async () => {
  signInAs('manager');
  const older = `${LINES}&before=7000`;
  open({
    [`GET ${LINES}`]: { body: [], headers: { Link: `<${older}>; rel="next"` } },
    [`GET ${older}`]: { body: [SOUP, BEER] },
  });
  await press('Void an Item');
  expect(await screen.findByText('4 × Club Beer')).toBeTruthy();
});

it('shows the refusal of the server', async () => {
  signInAs('admin');
  open({ 'POST /api/sales/7/void': refusal(409, 'conflict', 'This sale was already voided') });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'Wrong table' } });
  await press('Void an Item');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('already voided'));
});

it('refunds as it was paid unless another way is chosen', async () => {
  signInAs('manager');
  const setup = { 'GET /api/cash/setup': { body: CASH_SETUP } };
  const message = 'Give back $8.00 / L$1,520';
  const requests = open({ ...setup, 'POST /api/sales/7/void': refusal(400, 'invalid', message) });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  type(await screen.findByLabelText('Reason'), 'Wrong table');
  expect(await screen.findByRole('radio', { name: 'As it was paid' })).toHaveProperty('checked', true);
  await press('Void an Item');
  expect(await screen.findByText(message)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Another way' }));
  await press('Void an Item');
  expect(await screen.findByText('Please enter the amounts to give back')).toBeTruthy();
  const row = within(await screen.findByRole('group', { name: 'Method 1' }));
  expect(row.getByLabelText('Method')).toHaveProperty('value', 'cash');
  choose(row.getByLabelText('Currency'), 'LRD');
  type(row.getByLabelText('Amount'), '1520');
  await press('Void an Item');
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reason: 'Wrong table', returnToStock: true },
    {
      reason: 'Wrong table',
      returnToStock: true,
      refund: [{ method: 'cash', currency: 'LRD', amount: '1520.00' }],
    },
  ]);
});
