/** Voiding a single item of a receipt. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient, refresh } from '../../api/http/query';
import ReceiptDialog from '../../features/receipts/ReceiptDialog';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { FULL_RECEIPT } from '../../test/receipts';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';

const NUMBER = FULL_RECEIPT.receiptNumber;
const BACK = `/api/receipts/${NUMBER}/refund?lines=`;
const VOID = `POST /api/receipts/${NUMBER}/void`;
const DOLLARS = { method: 'cash', name: 'Cash', currency: 'USD', amount: '8.00' };
const LINES = `/api/sales?q=${NUMBER}&from=2026-11-21`;
const BEER = {
  id: 7,
  receiptNumber: NUMBER,
  productName: 'Club Beer',
  quantity: 4,
  currency: 'USD',
  totalAmountUSD: '8.00',
  totalAmountLRD: '1520.00',
  voidedQuantity: 0,
  voidedAt: null,
};
const SOUP = {
  ...BEER,
  id: 8,
  productName: 'Pepper soup',
  quantity: 1,
  voidedQuantity: 1,
  voidedAt: '2026-11-21T21:00:00Z',
};
/** The search also finds other sales that contain the number, for example in a note. */
const OTHER = { ...BEER, id: 9, receiptNumber: 'R-20261121-0999', productName: 'Whisky' };

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    [`GET /api/receipts/${NUMBER}`]: { body: FULL_RECEIPT },
    'GET /api/printers': { body: [] },
    [`GET ${LINES}`]: { body: [OTHER, SOUP, BEER] },
    [`GET ${BACK}7%3A4`]: { body: { tenders: [DOLLARS] } },
    [VOID]: { body: { receipt: null, sales: [], refunds: [{ tenders: [{ ...DOLLARS, amount: '-8.00' }] }] } },
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
  boxStore.set(UNKNOWN_BOX);
});

it('is not offered to a bartender', async () => {
  signInAs('bartender');
  open();
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Void an Item' })).toBeNull();
});

it('is offered to a bartender who may ask for it', async () => {
  signInAs('bartender');
  open({ 'GET /api/approvals/rules': { body: { rules: { void_sale: 'approve' }, discountFree: 0 } } });
  expect(await screen.findByRole('button', { name: 'Void an Item' })).toBeTruthy();
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
  expect(
    await screen.findByText('Give the guest $8.00 back in cash. The sale is removed from the totals.'),
  ).toBeTruthy();
  await press('Void an Item');
  expect(await screen.findByText('Reason is required')).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'Wrong table' } });
  fireEvent.click(screen.getByLabelText('Return the items to stock'));
  await press('Void an Item');
  await screen.findByText('Item voided');
  expect(screen.getByText('Give the guest $8.00 back in cash')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: 'Wrong table', returnToStock: false, lines: [{ saleId: 7, quantity: 4 }] },
  ]);
  expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
});

const REASONS = '/api/reasons?kind=void';
const WRONG = {
  id: 1,
  kind: 'void',
  name: 'Wrong item',
  active: true,
  returnStock: true,
  noteRequired: false,
};
const BADLY = { ...WRONG, id: 4, name: 'Badly made', returnStock: false };

it('offers the reasons of the bar, which fill the field and say what returns to stock', async () => {
  signInAs('manager');
  const hidden = { ...WRONG, id: 5, name: 'Old', active: false };
  const requests = open({ [`GET ${REASONS}`]: { body: [WRONG, BADLY, hidden] } });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  const group = within(await screen.findByRole('radiogroup', { name: 'Why' }));
  expect(group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Wrong item',
    'Badly made',
  ]);
  expect(screen.getByLabelText('Return the items to stock')).toHaveProperty('checked', true);
  fireEvent.click(group.getByRole('radio', { name: 'Badly made' }));
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Badly made'));
  expect(screen.getByLabelText('Return the items to stock')).toHaveProperty('checked', false);
  type(screen.getByLabelText('Reason'), 'Badly made, warm');
  await press('Void an Item');
  await screen.findByText('Item voided');
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reasonId: 4, reason: 'warm', returnToStock: false, lines: [{ saleId: 7, quantity: 4 }] },
  ]);
});

it('offers only the list where the bar allows no other reason', async () => {
  signInAs('manager');
  boxStore.set({ ...UNKNOWN_BOX, reasons: { freeText: false } });
  const noted = { ...BADLY, noteRequired: true };
  const requests = open({ [`GET ${REASONS}`]: { body: [WRONG, noted] } });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  const group = within(await screen.findByRole('radiogroup', { name: 'Why' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  await press('Void an Item');
  expect(await screen.findByText('Please choose a reason')).toBeTruthy();
  fireEvent.click(group.getByRole('radio', { name: 'Badly made' }));
  expect(await screen.findByText('Please add a note to this reason')).toBeTruthy();
  type(screen.getByLabelText('Note'), 'warm');
  fireEvent.click(group.getByRole('radio', { name: 'Wrong item' }));
  await press('Void an Item');
  await screen.findByText('Item voided');
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reasonId: 1, reason: 'warm', returnToStock: true, lines: [{ saleId: 7, quantity: 4 }] },
  ]);
});

it('voids some pieces of several items', async () => {
  signInAs('manager');
  const rice = { ...BEER, id: 10, productName: 'Rice', quantity: 1 };
  const requests = open({
    [`GET ${LINES}`]: { body: [rice, { ...BEER, voidedQuantity: 1 }] },
    [`GET ${BACK}7%3A2%2C10%3A1`]: { body: { tenders: [{ ...DOLLARS, amount: '9.00' }] } },
  });
  await press('Void an Item');
  expect(await screen.findByText('1 of 4 voided')).toBeTruthy();
  await press('Void Everything');
  const [beers] = screen.getAllByRole('group', { name: /to void$/ });
  expect(within(beers as HTMLElement).getByText('3')).toBeTruthy();
  expect(within(beers as HTMLElement).getByRole('button', { name: 'One more' })).toHaveProperty(
    'disabled',
    true,
  );
  fireEvent.click(within(beers as HTMLElement).getByRole('button', { name: 'One less' }));
  expect(await screen.findByText(/^Give the guest \$9\.00 back in cash/)).toBeTruthy();
  type(screen.getByLabelText('Reason'), 'Wrong table');
  await press('Void 2 Items');
  await screen.findByText('2 items voided');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => (body as { lines: unknown }).lines)).toEqual([
    [
      { saleId: 7, quantity: 2 },
      { saleId: 10, quantity: 1 },
    ],
  ]);
});

it('shows the chosen items above the reason, and adds another one', async () => {
  signInAs('manager');
  const rice = { ...BEER, id: 10, productName: 'Rice', quantity: 1 };
  open({ [`GET ${LINES}`]: { body: [rice, BEER] } });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  expect(await screen.findByLabelText('Reason')).toBeTruthy();
  expect(screen.queryByText('1 × Rice')).toBeNull();
  await press('Another item');
  await press('Void 1 × Rice');
  expect(await screen.findByRole('button', { name: 'Void 2 Items' })).toBeTruthy();
  await press('Keep');
  expect(await screen.findByRole('button', { name: 'Void Everything' })).toBeTruthy();
});

it('offers to give the tip back only where there is one', async () => {
  signInAs('manager');
  boxStore.set({ ...UNKNOWN_BOX, tips: { mode: 'person' } });
  open({ 'GET /api/cash/setup': { body: CASH_SETUP } });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  expect(await screen.findByRole('radio', { name: 'As it was paid' })).toBeTruthy();
  expect(screen.queryByLabelText('Give the tip back too')).toBeNull();
  cleanup();
  queryClient.clear();
  const totals = { ...FULL_RECEIPT.totals, displayTip: '$2.50' };
  const requests = open({ [`GET /api/receipts/${NUMBER}`]: { body: { ...FULL_RECEIPT, totals } } });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  fireEvent.click(await screen.findByLabelText('Give the tip back too'));
  type(screen.getByLabelText('Reason'), 'Wrong table');
  await press('Void an Item');
  await screen.findByText('Item voided');
  expect(requests.find(({ method }) => method === 'POST')?.body).toHaveProperty('returnTip', true);
});

it('does not ask what is given back once it was given back', async () => {
  signInAs('manager');
  const refunds = [{ tenders: [{ ...DOLLARS, amount: '-8.00' }] }];
  const requests = open({
    [VOID]: async () => {
      // What the live updates do when the box has stored the void, before its answer is here.
      await refresh('/api/receipts');
      return { body: { receipt: null, sales: [], refunds } };
    },
  });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  type(await screen.findByLabelText('Reason'), 'Wrong table');
  await press('Void an Item');
  await screen.findByText('Item voided');
  await waitFor(() => expect(screen.queryByText('Reason')).toBeNull());
  expect(requests.filter(({ path }) => path.startsWith(BACK))).toHaveLength(1);
});

it('is not offered when everything is voided', async () => {
  signInAs('manager');
  open({ [`GET /api/receipts/${NUMBER}`]: { body: { ...FULL_RECEIPT, voided: 'all' } } });
  expect(await screen.findByText('Voided', { selector: '.stamp' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Void an Item' })).toBeNull();
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
  open({ [VOID]: refusal(409, 'conflict', 'This sale was already voided') });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'Wrong table' } });
  await press('Void an Item');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('already voided'));
});

it('says what to do when there was no answer', async () => {
  signInAs('admin');
  open({ [VOID]: 'lost' });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'Wrong table' } });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Void an Item' }));
  await vi.advanceTimersByTimeAsync(21_000);
  await vi.waitFor(() => expect(screen.getByText(/Tap again; nothing happens twice/)).toBeTruthy());
});

it('refunds as it was paid unless another way is chosen', async () => {
  signInAs('manager');
  const setup = { 'GET /api/cash/setup': { body: CASH_SETUP } };
  const message = 'Give back $8.00 / L$1,520';
  const requests = open({ ...setup, [VOID]: refusal(400, 'invalid', message) });
  await press('Void an Item');
  await press('Void 4 × Club Beer');
  type(await screen.findByLabelText('Reason'), 'Wrong table');
  expect(await screen.findByRole('radio', { name: 'As it was paid' })).toHaveProperty('checked', true);
  await press('Void an Item');
  expect(await screen.findByText(message)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Another way' }));
  const row = within(await screen.findByRole('group', { name: 'Method 1' }));
  expect(row.getByLabelText('Method')).toHaveProperty('value', 'cash');
  // The amount stays in view, and stands in the field.
  expect(screen.getByText('Give the guest $8.00 back. The sale is removed from the totals.')).toBeTruthy();
  expect(row.getByLabelText('Amount')).toHaveProperty('value', '8');
  type(row.getByLabelText('Amount'), '');
  await press('Void an Item');
  expect(await screen.findByText('Please enter the amounts to give back')).toBeTruthy();
  choose(row.getByLabelText('Currency'), 'LRD');
  type(row.getByLabelText('Amount'), '1520');
  await press('Void an Item');
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reason: 'Wrong table', returnToStock: true, lines: [{ saleId: 7, quantity: 4 }] },
    {
      reason: 'Wrong table',
      returnToStock: true,
      lines: [{ saleId: 7, quantity: 4 }],
      refund: [{ method: 'cash', currency: 'LRD', amount: '1520.00' }],
    },
  ]);
});
