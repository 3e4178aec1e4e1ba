/** Test helpers of the payment dialog: a box that takes payments, the open dialog, and the steps of a user. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import { queryClient } from '../../../../api/http/query';
import { openReceiptStore } from '../../../../api/openReceipt';
import type { Order } from '../../../../api/types';
import { fakeServer, type RecordedCall } from '../../../../test/fakeServer';
import { order } from '../../../../test/orders';
import { signInAs } from '../../../../test/people';
import { receipt } from '../../../../test/receipts';
import { Toaster } from '../../../../ui/feedback/Toaster';
import { dismissToast } from '../../../../ui/feedback/toast';
import { PaymentDialog } from '../PaymentDialog';

export const PAY = 'POST /api/orders/1/payment';
export const RATE = { rate: 190, updatedAt: '2026-11-21T10:00:00Z' };

export function paid(more: object = {}, withReceipt = true) {
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

/** Opens the fields to type in. */
export const other = () => fireEvent.click(screen.getByRole('radio', { name: 'Other' }));

/** With `typed` the fields to type in are open. */
export async function open(
  answers: Parameters<typeof fakeServer>[0] = {},
  about: Order = order(1),
  typed = true,
) {
  const requests = fakeServer({
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
  await screen.findByRole('button', { name: 'Process Payment' });
  if (typed) other();
  return { requests, onClose, show: (shown: Order) => view.rerender(dialog(shown)) };
}

export const press = (...names: string[]) => {
  for (const name of names) fireEvent.click(screen.getByRole('button', { name }));
};
export const pressProcessPayment = () => press('Process Payment');
export const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
export const settlementText = () => document.querySelector('.change-line')?.textContent;
export const payments = (requests: RecordedCall[]) =>
  requests.filter(({ path }) => path.endsWith('/payment'));

/** Before every test: an empty cache, no toast, no receipt, a bartender signed in. */
export function resetPayment() {
  queryClient.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
}
