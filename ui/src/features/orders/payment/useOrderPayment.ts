/** Takes a payment on an order, and updates the order's card with the answer. */
import { at } from '../../../api/calls';
import { RATE } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import type { BuyerBody, Order } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { userKey } from '../../../lib/state/storage';
import { useBill } from '../../payment/useBill';
import { usePayment } from '../../payment/usePayment';
import { cacheOrder, MONEY_LISTS, ORDERS } from '../calls';
import { payment as words } from '../strings';
import { remainingOf } from './bill';

interface OrderPaymentSettings {
  order: Order;
  username: string;
  /** Who the receipt is for. */
  buyer: BuyerBody | null;
  onPaid: () => void;
}

export function useOrderPayment({ order, username, buyer, onPaid }: OrderPaymentSettings) {
  const once = useOnce(
    at('/api/orders/{id}/payment', { id: order.id }),
    userKey(`payment:${order.id}`, username),
    MONEY_LISTS,
  );
  const payment = usePayment({
    once,
    watched: useBill(order, remainingOf(order)),
    toBody: (body) => (buyer ? { ...body, buyer } : body),
    refreshes: [ORDERS, RATE],
    onPaid({ answer: { order: paid, payment, receipt } }) {
      cacheOrder(paid);
      onPaid();
      return {
        receiptNumber: receipt?.receiptNumber,
        change: { usd: fromServer(payment.changeUSD), lrd: fromServer(payment.changeLRD) },
        tip: { usd: fromServer(payment.tipUSD), lrd: fromServer(payment.tipLRD) },
        amount: { usd: fromServer(payment.amountUSD), lrd: fromServer(payment.amountLRD) },
        owed: paid.paymentStatus === 'paid' ? null : remainingOf(paid),
      };
    },
    onFailed: (reason) => ({ text: words.failed, reason }),
  });
  return { ...payment, closed: closedBy(order) };
}

/** The reason why the order can no longer be paid; null if it can. */
function closedBy(order: Order): string | null {
  if (order.status === 'cancelled') return words.cancelledMeanwhile;
  return order.paymentStatus === 'paid' ? words.paidMeanwhile : null;
}
