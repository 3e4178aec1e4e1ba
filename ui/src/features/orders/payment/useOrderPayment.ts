/** Takes a payment on an order, and updates the order's card with the answer. */
import { useRef } from 'react';
import { at } from '../../../api/calls';
import { ApiError } from '../../../api/http/error';
import { RATE } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { DEFAULT_RATE } from '../../../api/payment';
import type { BuyerBody, Order, PayIn } from '../../../api/types';
import { type Dual, fromServer, toDecimal } from '../../../lib/money/money';
import { billFor } from '../../../lib/money/tender';
import { userKey } from '../../../lib/state/storage';
import { useBill } from '../../../parts/payment/useBill';
import { type PaidReport, usePayment } from '../../../parts/payment/usePayment';
import { cacheOrder, MONEY_LISTS, ORDERS } from '../calls';
import { payment as words } from '../strings';
import { remainingOf } from './bill';

/** A part of an order that is paid in equal shares, and what it comes to. */
export interface Share {
  of: number;
  part: number;
  payIn: PayIn;
  amount: Dual;
}

interface OrderPaymentSettings {
  order: Order;
  share?: Share | undefined;
  username: string;
  /** Who the receipt is for. */
  buyer: BuyerBody | null;
  onShareChanged?: ((error: ApiError) => void) | undefined;
  onPaid: (paid: Order) => void;
  /** There is change to give. */
  onChange: (report: PaidReport, paid: Order) => void;
}

/** What is typed and sent is kept under this name: each part of an order is a payment of its own. */
export const paymentOf = ({ id }: Order, share: Share | undefined): string =>
  share ? `payment:${id}:${share.part}of${share.of}` : `payment:${id}`;

export function useOrderPayment(settings: OrderPaymentSettings) {
  const { order, share, username, buyer, onShareChanged, onPaid, onChange } = settings;
  const paidOrder = useRef(order);
  const sending = useOnce(
    at('/api/orders/{id}/payment', { id: order.id }),
    userKey(paymentOf(order, share), username),
    MONEY_LISTS,
  );
  const once: typeof sending = {
    ...sending,
    async run(body) {
      try {
        return await sending.run(body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'share_changed') onShareChanged?.(error);
        throw error;
      }
    },
  };
  const payment = usePayment({
    once,
    watched: useBill(...dueOf(order, share)),
    toBody: (body) => ({ ...body, ...(buyer && { buyer }), ...(share && { share: sentOf(share) }) }),
    quiet: share !== undefined,
    refreshes: [ORDERS, RATE],
    onPaid({ answer: { order: paid, payment, receipt } }) {
      const change = { usd: fromServer(payment.changeUSD), lrd: fromServer(payment.changeLRD) };
      cacheOrder(paid);
      paidOrder.current = paid;
      if (change.usd === 0 && change.lrd === 0) onPaid(paid);
      return {
        receiptNumber: receipt?.receiptNumber,
        change,
        tip: { usd: fromServer(payment.tipUSD), lrd: fromServer(payment.tipLRD) },
        amount: { usd: fromServer(payment.amountUSD), lrd: fromServer(payment.amountLRD) },
        owed: paid.paymentStatus === 'paid' ? null : remainingOf(paid),
      };
    },
    onChange: (report) => onChange(report, paidOrder.current),
    onFailed: (reason) => ({ text: words.failed, reason }),
  });
  return { ...payment, closed: closedBy(order) };
}

const sentOf = ({ of, part, payIn }: Share) => ({ of, part, payIn });

/** What is due: the order's debt, or the part's amount. */
function dueOf(order: Order, share: Share | undefined): Parameters<typeof useBill> {
  if (!share) return [order, remainingOf(order)];
  const { amount } = share;
  const owed = { owedUSD: toDecimal(amount.usd), owedLRD: toDecimal(amount.lrd), rate: order.rate };
  return [owed, billFor(amount, order.rate ?? DEFAULT_RATE).remaining];
}

/** The reason why the order can no longer be paid; null if it can. */
function closedBy(order: Order): string | null {
  if (order.status === 'cancelled') return words.cancelledMeanwhile;
  return order.paymentStatus === 'paid' ? words.paidMeanwhile : null;
}
