/** Taking money: two currencies, the change, a rate that changes, an answer that is lost. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { openReceiptStore } from '../../../api/openReceipt';
import type { Order } from '../../../api/types';
import { fakeBox, type RecordedCall, refusal } from '../../../test/box';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { order } from '../../../test/orders';
import { signInAs } from '../../../test/people';
import { receipt } from '../../../test/receipts';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import { PaymentDialog } from './PaymentDialog';

const PAY = 'POST /api/orders/1/payment';
const RATE = { rate: 190, updatedAt: '2026-11-21T10:00:00Z' };

function paid(more: object = {}, withReceipt = true) {
  const payment = {
    id: 1,
    at: RATE.updatedAt,
    amountUSD: '20.00',
    amountLRD: '0.00',
    changeUSD: '0.00',
    changeLRD: '0.00',
    roundingLRD: '0.00',
    exchangeRate: 190,
    valueUSD: '14.00',
    paymentMethod: 'cash',
    notes: null,
    userName: 'bartender',
    ...more,
  };
  return {
    body: { order: order(1, { paymentStatus: 'paid' }), payment, receipt: withReceipt ? receipt(7) : null },
  };
}

async function open(answers: Parameters<typeof fakeBox>[0] = {}, about: Order = order(1)) {
  const requests = fakeBox({
    'GET /api/exchange-rate': { body: RATE },
    [PAY]: paid(),
    ...answers,
  });
  const onClose = vi.fn();
  const dialog = (shown: Order) => (
    <QueryClientProvider client={queryClient}>
      <PaymentDialog order={shown} onClose={onClose} />
      <Toaster />
    </QueryClientProvider>
  );
  const view = render(dialog(about));
  await screen.findByLabelText('Amount USD');
  return { requests, onClose, show: (shown: Order) => view.rerender(dialog(shown)) };
}

const press = (...names: string[]) => {
  for (const name of names) fireEvent.click(screen.getByRole('button', { name }));
};
const process = () => press('Process Payment');
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const verdict = () => document.querySelector('.verdict')?.textContent;
const payments = (requests: RecordedCall[]) => requests.filter(({ path }) => path.endsWith('/payment'));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
});

it('writes with the pad where the focus is, and says what remains in both currencies', async () => {
  await open();
  expect(field('Amount USD').inputMode).toBe('none');
  press('8');
  expect(verdict()).toContain('Remaining');
  expect(verdict()).toContain('$6.00L$1,140');
  act(() => field('Amount LRD').focus());
  expect(field('Amount LRD').parentElement?.hasAttribute('data-active')).toBe(true);
  press('1', '1', '4', '0');
  expect(field('Amount LRD').value).toBe('1140');
  expect(verdict()).toContain('Fully Paid');
  expect(verdict()).toContain('No change due');
  press('Delete last digit');
  expect(field('Amount LRD').value).toBe('114');
  press('Clear');
  expect(field('Amount LRD').value).toBe('');
});

it('fills in what is exact', async () => {
  await open();
  press('Exact $');
  expect([field('Amount USD').value, field('Amount LRD').value]).toEqual(['14.00', '']);
  press('Exact L$');
  expect([field('Amount USD').value, field('Amount LRD').value]).toEqual(['', '2660']);
  type(field('Amount USD'), '10');
  type(field('Amount LRD'), '');
  press('Exact L$');
  expect([field('Amount USD').value, field('Amount LRD').value]).toEqual(['10', '760']);
});

it('takes a mixed payment and gives the change as it was asked for', async () => {
  const { requests, onClose } = await open({ [PAY]: paid({ changeUSD: '0.00', changeLRD: '1330.00' }) });
  fireEvent.click(screen.getByRole('radio', { name: 'Mixed' }));
  type(field('Amount USD'), '20');
  type(field('Amount LRD'), '190');
  const change = field('Change') as unknown as HTMLSelectElement;
  expect([...change.options].map(({ text }) => text)).toEqual(['$7.00', 'L$1,330']);
  choose(change, 'LRD');
  process();
  expect(await screen.findByText('Payment Processed')).toBeTruthy();
  expect(screen.getByText('Payment completed! Digital receipt generated.')).toBeTruthy();
  expect(screen.getByText('Change: L$1,330')).toBeTruthy();
  expect(payments(requests)[0]?.body).toEqual({
    amountUSD: '20.00',
    amountLRD: '190.00',
    exchangeRate: 190,
    paymentMethod: 'mixed',
    changeIn: 'LRD',
  });
  expect(openReceiptStore.get()).toBe('R-20261121-0007');
  expect(onClose).toHaveBeenCalled();
});

it('splits change into whole dollars and L$', async () => {
  await open();
  type(field('Amount USD'), '20.26');
  const change = field('Change') as unknown as HTMLSelectElement;
  expect([...change.options].map(({ text }) => text)).toEqual(['$6 + L$50', 'L$1,190', '$6.26']);
  expect(verdict()).toContain('Change due');
});

it('records a part without a receipt', async () => {
  await open({ [PAY]: paid({ amountUSD: '5.00' }, false) });
  type(field('Amount USD'), '5');
  process();
  expect(await screen.findByText('Payment has been recorded successfully')).toBeTruthy();
  expect(openReceiptStore.get()).toBeNull();
});

it('asks for an amount', async () => {
  const { requests } = await open();
  process();
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a payment amount');
  expect(payments(requests)).toHaveLength(0);
});

it('no longer asks for an amount once there is one', async () => {
  await open();
  process();
  await screen.findByText('Please enter a payment amount');
  press('Exact $');
  await waitFor(() => expect(screen.queryByText('Please enter a payment amount')).toBeNull());
  expect(verdict()).toContain('Fully Paid');
});

it('names no rest of an order that another phone has cancelled', async () => {
  const { show } = await open();
  expect(verdict()).toContain('Remaining');
  show(order(1, { status: 'cancelled' }));
  expect(screen.getByText('This order was cancelled.')).toBeTruthy();
  expect(verdict()).toBeUndefined();
  expect(screen.queryByText('$0.00')).toBeNull();
});

it('quotes a box that answers and cannot save, and keeps the key', async () => {
  const { requests } = await open({ [PAY]: refusal(503, 'read_only', 'The disk is full') });
  type(field('Amount USD'), '14');
  process();
  expect((await screen.findByText('Payment failed. Please try again.')).children).toHaveLength(0);
  expect(screen.getByText('The disk is full')).toBeTruthy();
  process();
  await waitFor(() => expect(payments(requests)).toHaveLength(2));
  const [first, second] = payments(requests).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

it('says when it failed, and why', async () => {
  const { onClose } = await open({ [PAY]: refusal(409, 'already_paid', 'This order is already paid') });
  press('Exact $');
  process();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(/Payment failed\. Please try again\./)).toBeTruthy();
  expect(alert.textContent).toContain('This order is already paid');
  expect(field('Amount USD').value).toBe('14.00');
  expect(onClose).not.toHaveBeenCalled();
});

it('reckons anew when the rate changes under it, and keeps what was typed', async () => {
  const { show } = await open();
  press('8');
  expect(screen.queryByText(/The rate has changed/)).toBeNull();
  // $8.00 and L$1,140 are owed: at 200 the latter is $5.70.
  show(order(1, { remainingUSD: '13.70', remainingLRD: '2740.00', rate: 200 }));
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 200 LRD');
  expect(verdict()).toContain('$5.70L$1,140');
  expect(field('Amount USD').value).toBe('8');
});

it('charges nothing at a rate that is no longer so', async () => {
  let rate = 190;
  const { requests, onClose } = await open({
    'GET /api/exchange-rate': () => ({ body: { ...RATE, rate } }),
    [PAY]: (_, count) => {
      rate = 200;
      return count === 1 ? refusal(409, 'rate_changed', 'The rate has changed', { rate: 200 }) : paid();
    },
  });
  press('Exact $');
  process();
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 200 LRD');
  expect(verdict()).toContain('Fully Paid');
  expect(onClose).not.toHaveBeenCalled();
  process();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(payments(requests).map(({ body }) => (body as { exchangeRate: number }).exchangeRate)).toEqual([
    190, 200,
  ]);
  const keys = payments(requests).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).not.toBe(keys[1]);
});

it('begins at 185 where no rate has been told, and follows the box that knows better', async () => {
  const requests = fakeBox({
    'GET /api/exchange-rate': refusal(500, 'internal', 'No'),
    [PAY]: (_, count) =>
      count === 1 ? refusal(409, 'rate_changed', 'The rate has changed', { rate: 190 }) : paid(),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PaymentDialog order={order(1, { rate: undefined })} onClose={() => {}} />
    </QueryClientProvider>,
  );
  press('Exact L$');
  expect(field('Amount LRD').value).toBe('2620');
  process();
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 190 LRD');
  expect(payments(requests)[0]?.body).toMatchObject({ exchangeRate: 185 });
});

it('asks with the same key until there is an answer, also after it was closed', async () => {
  vi.useFakeTimers();
  let lost = true;
  const answers = {
    'GET /api/exchange-rate': { body: RATE },
    [PAY]: () => (lost ? ('lost' as const) : paid()),
  };
  const requests = fakeBox(answers);
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <PaymentDialog order={order(1)} onClose={() => {}} />
        <Toaster />
      </QueryClientProvider>,
    );
  const first = show();
  await vi.waitFor(() => expect(screen.getByLabelText('Amount USD')).toBeTruthy());
  press('Exact $');
  process();
  await vi.waitFor(() => expect(screen.getByText('Waiting for the box…')).toBeTruthy());
  await vi.advanceTimersByTimeAsync(21_000);
  await vi.waitFor(() =>
    expect(
      screen.getAllByRole('alert').some(({ textContent }) => textContent?.startsWith('Payment failed')),
    ).toBe(true),
  );
  first.unmount();

  lost = false;
  show();
  expect(field('Amount USD').value).toBe('14.00');
  expect(screen.getByText(/It is not known whether the last payment was saved/)).toBeTruthy();
  process();
  await vi.waitFor(() => expect(screen.getByText('Payment Processed')).toBeTruthy());
  const keys = new Set(payments(requests).map(({ headers }) => headers.get('Idempotency-Key')));
  expect(keys.size).toBe(1);
});

it('finds an earlier payment that was stored, and takes nothing more', async () => {
  localStorage.setItem(
    'barback_payment:1:bartender',
    JSON.stringify([{ amountUSD: '14.00', amountLRD: '0.00', exchangeRate: 190, paymentMethod: 'cash' }]),
  );
  localStorage.setItem('barback_payment:1:bartender:key', 'kept-key');
  const { requests } = await open({
    [PAY]: ({ body }) =>
      (body as { amountUSD: string }).amountUSD === '14.00'
        ? paid({ amountUSD: '14.00' })
        : refusal(409, 'conflict', 'This key was used for something else'),
  });
  expect(field('Amount USD').value).toBe('14.00');
  press('2', '0');
  process();
  expect(
    await screen.findByText('The payment of $14.00 was saved before. Nothing more was taken.'),
  ).toBeTruthy();
  expect(payments(requests).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
    'kept-key',
    'kept-key',
  ]);
  expect(localStorage.getItem('barback_payment:1:bartender')).toBeNull();
});

it('says when somebody else took the money meanwhile', async () => {
  const { show } = await open();
  show(order(1, { paymentStatus: 'paid', remainingUSD: '0.00', remainingLRD: '0.00' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This order is paid.');
  expect(screen.getByRole('button', { name: 'Process Payment' })).toHaveProperty('disabled', true);
});

it('sends an order on credit to its tab', async () => {
  fakeBox({});
  render(
    <QueryClientProvider client={queryClient}>
      <PaymentDialog order={order(1, { isOnCredit: 'true' })} onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('link', { name: 'Open Tabs' }).getAttribute('href')).toBe('/customer-tab');
  expect(screen.queryByLabelText('Amount USD')).toBeNull();
});

const withMethods = { 'GET /api/cash/setup': { body: CASH_SETUP } };

it('offers the methods that the bar has added, after its own', async () => {
  await open(withMethods);
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  const names = screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
  expect(names).toEqual(['Cash', 'Card', 'Mobile', 'Mixed', 'MTN MoMo', 'Voucher']);
});

it('offers none that is switched off', async () => {
  const methods = CASH_SETUP.methods.filter(({ id }) => id !== 'card');
  await open({ 'GET /api/cash/setup': { body: { ...CASH_SETUP, methods } } });
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  expect(screen.queryByRole('radio', { name: 'Card' })).toBeNull();
});

it('takes one method with its reference as amounts', async () => {
  const { requests } = await open({ ...withMethods, [PAY]: refusal(409, 'reference_used', 'Used by Musa') });
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  expect(await screen.findByText('MTN MoMo: 0886123456')).toBeTruthy();
  press('Exact $');
  process();
  expect(screen.getByText('MTN MoMo needs a reference')).toBeTruthy();
  expect(payments(requests)).toEqual([]);
  type(field('Reference'), '8842-13 a');
  process();
  await waitFor(() => expect(field('Reference').closest('.field')?.textContent).toContain('Used by Musa'));
  expect(payments(requests)[0]?.body).toEqual({
    amountUSD: '14.00',
    amountLRD: '0.00',
    exchangeRate: 190,
    paymentMethod: 'mtn_momo',
    reference: '8842-13 a',
  });
});

it('adds methods to a mixed payment, which is sent as tenders', async () => {
  const { requests } = await open(withMethods);
  await screen.findByRole('radio', { name: 'MTN MoMo' });
  fireEvent.click(screen.getByRole('radio', { name: 'Mixed' }));
  type(field('Amount USD'), '10');
  fireEvent.click(await screen.findByRole('button', { name: 'Add method' }));
  type(field('Amount'), '7');
  type(field('Reference'), '8842');
  expect(verdict()).toContain('Change due $3.00');
  press('Add method');
  const second = within(screen.getByRole('group', { name: 'Method 2' }));
  choose(second.getByLabelText('Method'), 'voucher');
  expect([...second.getByLabelText('Currency').children].map(({ textContent }) => textContent)).toEqual([
    'US$',
  ]);
  type(second.getByLabelText('Amount'), '20');
  expect(screen.getByText(/^This is more than is due/)).toBeTruthy();
  fireEvent.click(second.getByRole('button', { name: 'Remove Voucher' }));
  process();
  await screen.findByText('Payment Processed');
  expect(payments(requests)[0]?.body).toEqual({
    exchangeRate: 190,
    paymentMethod: 'mixed',
    changeIn: 'split',
    tenders: [
      { method: 'cash', currency: 'USD', amount: '10.00' },
      { method: 'mtn_momo', currency: 'USD', amount: '7.00', reference: '8842' },
    ],
  });
});

it('says what the box says of a payment that is too much', async () => {
  const message = 'Only $6.00 / L$1,140 is due, and change is given from cash';
  await open({
    ...withMethods,
    [PAY]: refusal(409, 'overpaid', message, { dueUSD: '6.00', dueLRD: '1140.00' }),
  });
  press('Exact $');
  process();
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});
