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

/** One of the equal shares in which an order is paid. */
export interface Share {
  /** How many shares there are. */
  of: number;
  /** Which of them this is, from 1. */
  part: number;
  payIn: PayIn;
  /** What is due for it. */
  amount: Dual;
}

interface OrderPaymentSettings {
  order: Order;
  share?: Share | undefined;
  username: string;
  /** Who the receipt is for. */
  buyer: BuyerBody | null;
  onShareChanged?: ((error: ApiError) => void) | undefined;
  /** Called after a payment without change; `onChange` after one with change to give. */
  onPaid: (paid: Order) => void;
  onChange: (report: PaidReport, paid: Order) => void;
}

/** Name under which typed input and the request are stored. Each share has its own: it is a separate payment. */
export const paymentName = ({ id }: Order, share: Share | undefined): string =>
  share ? `payment:${id}:${share.part}of${share.of}` : `payment:${id}`;

export function useOrderPayment(settings: OrderPaymentSettings) {
  const { order, share, username, buyer, onShareChanged, onPaid, onChange } = settings;
  const paidOrder = useRef(order);
  const sending = useOnce(
    at('/api/orders/{id}/payment', { id: order.id }),
    userKey(paymentName(order, share), username),
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

/** The bill for what is due: the order's debt, or the amount of the share. */
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
