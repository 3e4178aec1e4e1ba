/** Paying an order: two currencies, the change, a new rate, and lost answers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { openReceiptStore } from '../../../api/openReceipt';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { order } from '../../../test/orders';
import { Toaster } from '../../../ui/feedback/Toaster';
import { PaymentDialog } from './PaymentDialog';
import {
  field,
  open,
  other,
  PAY,
  paid,
  payments,
  press,
  pressProcessPayment,
  RATE,
  resetPayment,
  settlementText,
} from './test/payment';

beforeEach(resetPayment);

it('writes with the number pad into the focused amount, and shows what remains in both currencies', async () => {
  await open();
  expect(field('Amount USD').inputMode).toBe('none');
  press('8');
  expect(settlementText()).toContain('Remaining');
  expect(settlementText()).toContain('$6.00L$1,140');
  act(() => field('Amount LRD').focus());
  expect(field('Amount LRD').parentElement?.hasAttribute('data-active')).toBe(true);
  press('1', '1', '4', '0');
  expect(field('Amount LRD').value).toBe('1140');
  expect(settlementText()).toContain('Fully Paid');
  expect(settlementText()).toContain('No change due');
  press('Delete last digit');
  expect(field('Amount LRD').value).toBe('114');
  press('Clear');
  expect(field('Amount LRD').value).toBe('');
});

it('fills in the exact amount', async () => {
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

it('takes a mixed payment and gives the change in the chosen currency', async () => {
  const { requests, onClose } = await open({ [PAY]: paid({ changeUSD: '0.00', changeLRD: '1330.00' }) });
  fireEvent.click(screen.getByRole('radio', { name: 'Mixed' }));
  type(field('Amount USD'), '20');
  type(field('Amount LRD'), '190');
  expect(settlementText()).toContain('Change due $7.00');
  press('Change L$1,330');
  expect(settlementText()).toContain('Change due L$1,330');
  pressProcessPayment();
  await screen.findByText('Payment Processed');
  expect(screen.getByText('L$1,330', { selector: '.paid-report .big' })).toBeTruthy();
  expect(screen.getByText('Change to give on $20.00')).toBeTruthy();
  expect(payments(requests)[0]?.body).toEqual({
    exchangeRate: 190,
    paymentMethod: 'mixed',
    changeIn: 'LRD',
    tenders: [
      { method: 'cash', currency: 'USD', amount: '20.00' },
      { method: 'cash', currency: 'LRD', amount: '190.00' },
    ],
  });
  // The change stays until it is given; the receipt is one tap away.
  expect(openReceiptStore.get()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  press('View receipt');
  expect(openReceiptStore.get()).toBe('R-20261121-0007');
  press('Done');
  expect(onClose).toHaveBeenCalled();
});

it('takes what is laid down with one key, the exact amount at first', async () => {
  const { requests } = await open({}, order(1), false);
  const keys = screen.getByRole('radiogroup', { name: 'Cash received' });
  expect(keys.textContent).toBe('Exact $Exact L$Other');
  expect(screen.getByRole('radio', { name: 'Exact $' })).toHaveProperty('checked', true);
  expect(settlementText()).toContain('No change due');
  pressProcessPayment();
  expect(await screen.findByText('Payment completed! Digital receipt generated.')).toBeTruthy();
  expect(payments(requests)[0]?.body).toMatchObject({
    tenders: [{ method: 'cash', currency: 'USD', amount: '14.00' }],
    assumed: true,
  });
  expect(openReceiptStore.get()).toBe('R-20261121-0007');
});

it('offers the notes of the bar, with their change', async () => {
  const { requests } = await open({ 'GET /api/cash/setup': { body: CASH_SETUP } }, order(1), false);
  fireEvent.click(await screen.findByRole('radio', { name: '$20' }));
  expect(settlementText()).toContain('Change due $6.00');
  pressProcessPayment();
  await waitFor(() => expect(payments(requests)).toHaveLength(1));
  expect(payments(requests)[0]?.body).toMatchObject({
    changeIn: 'split',
    tenders: [{ method: 'cash', currency: 'USD', amount: '20.00' }],
  });
  expect(payments(requests)[0]?.body).not.toHaveProperty('assumed');
});

it('fills in the exact amount by card', async () => {
  const { requests } = await open({}, order(1), false);
  fireEvent.click(screen.getByRole('radio', { name: 'Card' }));
  pressProcessPayment();
  await waitFor(() => expect(payments(requests)).toHaveLength(1));
  expect(payments(requests)[0]?.body).toMatchObject({
    paymentMethod: 'card',
    tenders: [{ method: 'card', currency: 'USD', amount: '14.00' }],
  });
  expect(payments(requests)[0]?.body).not.toHaveProperty('assumed');
});

it('splits change into whole dollars and L$', async () => {
  await open();
  type(field('Amount USD'), '20.26');
  const ways = ['$6 + L$50', 'L$1,190', '$6.26'];
  for (const [at, way] of ways.entries()) {
    expect(settlementText()).toContain(`Change due ${way}`);
    press(`Change ${ways[(at + 1) % ways.length]}`);
  }
  expect(settlementText()).toContain('Change due $6 + L$50');
});

it('records a partial payment without a receipt', async () => {
  const { body } = paid({ amountUSD: '0.00', amountLRD: '500.00' }, false);
  const partly = order(1, { paymentStatus: 'partial', remainingUSD: '5.37', remainingLRD: '1020.00' });
  await open({ [PAY]: { body: { ...body, order: partly } } });
  type(field('Amount LRD'), '500');
  pressProcessPayment();
  expect(await screen.findByText('Payment has been recorded successfully')).toBeTruthy();
  expect(screen.getByText('Received L$500. Still owed $5.37 / L$1,020.')).toBeTruthy();
  expect(openReceiptStore.get()).toBeNull();
});

it('requires an amount', async () => {
  const { requests } = await open();
  pressProcessPayment();
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a payment amount');
  expect(payments(requests)).toHaveLength(0);
});

it('removes the error once there is an amount', async () => {
  await open();
  pressProcessPayment();
  await screen.findByText('Please enter a payment amount');
  press('Exact $');
  await waitFor(() => expect(screen.queryByText('Please enter a payment amount')).toBeNull());
  expect(settlementText()).toContain('Fully Paid');
});

it('shows no remaining amount for an order that another phone has cancelled', async () => {
  const { show } = await open();
  expect(settlementText()).toContain('Remaining');
  show(order(1, { status: 'cancelled' }));
  expect(screen.getByText('This order was cancelled.')).toBeTruthy();
  expect(settlementText()).toBeUndefined();
  expect(screen.queryByText('$0.00')).toBeNull();
});

it('shows the message of a box that cannot save, and keeps the key', async () => {
  const { requests } = await open({ [PAY]: refusal(503, 'read_only', 'The disk is full') });
  type(field('Amount USD'), '14');
  pressProcessPayment();
  expect((await screen.findByText('Payment failed. Please try again.')).children).toHaveLength(0);
  expect(screen.getByText('The disk is full')).toBeTruthy();
  pressProcessPayment();
  await waitFor(() => expect(payments(requests)).toHaveLength(2));
  const [first, second] = payments(requests).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

it('reports a failure with its reason', async () => {
  const { onClose } = await open({ [PAY]: refusal(409, 'already_paid', 'This order is already paid') });
  press('Exact $');
  pressProcessPayment();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(/Payment failed\. Please try again\./)).toBeTruthy();
  expect(alert.textContent).toContain('This order is already paid');
  expect(field('Amount USD').value).toBe('14.00');
  expect(onClose).not.toHaveBeenCalled();
});

it('recalculates when the rate changes, and keeps the typed amounts', async () => {
  const { show } = await open();
  press('8');
  expect(screen.queryByText(/The rate has changed/)).toBeNull();
  // $8.00 and L$1,140 are owed; at 200 the latter is $5.70.
  show(order(1, { remainingUSD: '13.70', remainingLRD: '2740.00', rate: 200 }));
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 200 LRD');
  expect(settlementText()).toContain('$5.70L$1,140');
  expect(field('Amount USD').value).toBe('8');
});

it('charges nothing at an outdated rate', async () => {
  let rate = 190;
  const { requests, onClose } = await open({
    'GET /api/exchange-rate': () => ({ body: { ...RATE, rate } }),
    [PAY]: (_, count) => {
      rate = 200;
      return count === 1 ? refusal(409, 'rate_changed', 'The rate has changed', { rate: 200 }) : paid();
    },
  });
  press('Exact $');
  pressProcessPayment();
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 200 LRD');
  expect(settlementText()).toContain('Fully Paid');
  expect(onClose).not.toHaveBeenCalled();
  pressProcessPayment();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(payments(requests).map(({ body }) => (body as { exchangeRate: number }).exchangeRate)).toEqual([
    190, 200,
  ]);
  const keys = payments(requests).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).not.toBe(keys[1]);
});

it('uses 185 while no rate is known, and then the rate of the box', async () => {
  const requests = fakeServer({
    'GET /api/exchange-rate': refusal(500, 'internal', 'No'),
    [PAY]: (_, count) =>
      count === 1 ? refusal(409, 'rate_changed', 'The rate has changed', { rate: 190 }) : paid(),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PaymentDialog order={order(1, { rate: undefined })} onClose={() => {}} />
    </QueryClientProvider>,
  );
  other();
  press('Exact L$');
  expect(field('Amount LRD').value).toBe('2620');
  pressProcessPayment();
  expect((await screen.findByRole('alert')).textContent).toContain('1 USD = 190 LRD');
  expect(payments(requests)[0]?.body).toMatchObject({ exchangeRate: 185 });
});

it('sends the same key until there is an answer, also after the dialog was closed', async () => {
  vi.useFakeTimers();
  let lost = true;
  const answers = {
    'GET /api/exchange-rate': { body: RATE },
    [PAY]: () => (lost ? ('lost' as const) : paid()),
  };
  const requests = fakeServer(answers);
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <PaymentDialog order={order(1)} onClose={() => {}} />
        <Toaster />
      </QueryClientProvider>,
    );
  const first = show();
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: 'Other' })).toBeTruthy());
  other();
  press('Exact $');
  pressProcessPayment();
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
  expect(screen.getByText(/We are not sure the last payment arrived/)).toBeTruthy();
  pressProcessPayment();
  await vi.waitFor(() => expect(screen.getByText('Payment Processed')).toBeTruthy());
  const keys = new Set(payments(requests).map(({ headers }) => headers.get('Idempotency-Key')));
  expect(keys.size).toBe(1);
});

it('reports an earlier payment that was stored, and takes nothing more', async () => {
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
  pressProcessPayment();
  expect(
    await screen.findByText('The payment of $14.00 was saved before. Nothing more was taken.'),
  ).toBeTruthy();
  expect(payments(requests).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
    'kept-key',
    'kept-key',
  ]);
  expect(localStorage.getItem('barback_payment:1:bartender')).toBeNull();
});

it('shows that another phone has taken the payment meanwhile', async () => {
  const { show } = await open();
  show(order(1, { paymentStatus: 'paid', remainingUSD: '0.00', remainingLRD: '0.00' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This order is paid.');
  expect(screen.getByRole('button', { name: 'Process Payment' })).toHaveProperty('disabled', true);
});

it('links to the tab for an order on credit', async () => {
  fakeServer({});
  render(
    <QueryClientProvider client={queryClient}>
      <PaymentDialog order={order(1, { isOnCredit: 'true' })} onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('link', { name: 'Open Tabs' }).getAttribute('href')).toBe('/customer-tab');
  expect(screen.queryByLabelText('Amount USD')).toBeNull();
});
