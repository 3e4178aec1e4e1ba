/** Takes money on an order, once, at the rate that is shown; and makes of the answer what the person has to know. */
import { useState } from 'react';
import { at } from '../../api/calls';
import { ApiError, reasonOf } from '../../api/error';
import { RATE, refresh } from '../../api/query';
import type { Order, PaidOrder } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { fromServer } from '../../lib/money';
import { userKey } from '../../lib/storage';
import { changeText } from '../../ui/ChangeDue';
import { isUsedReference } from '../payment/methods';
import { bodyOf, isNothing, type PaymentInput } from '../payment/paymentInput';
import { words as paymentWords } from '../payment/strings';
import { toastPaid } from '../payment/toastPaid';
import { useBill } from '../payment/useBill';
import { remainingOf } from './bill';
import { cacheOrder, MONEY_LISTS, ORDERS } from './calls';
import { payment as words } from './strings';

interface Problem {
  text: string;
  reason?: string;
  /** It is the reference that was used before. */
  reference?: boolean;
}

interface PaymentSettings {
  order: Order;
  username: string;
  onPaid: () => void;
}

export function usePayment({ order, username, onPaid }: PaymentSettings) {
  const once = useOnce(
    at('/api/orders/{id}/payment', { id: order.id }),
    userKey(`payment:${order.id}`, username),
    MONEY_LISTS,
  );
  const { bill, rate, rateChanged, setChangedRate } = useBill(order, remainingOf(order));
  const [problem, setProblem] = useState<Problem | null>(null);

  const clearProblem = () => setProblem(null);

  async function take(taken: PaymentInput) {
    if (isNothing(taken)) return setProblem({ text: paymentWords.noAmount });
    setProblem(null);
    const body = { ...bodyOf(taken), exchangeRate: rate };
    try {
      const done = await once.run(body);
      if (done) succeed(done.answer, done.earlier);
    } catch (error) {
      fail(error);
    }
  }

  function succeed({ order: paid, payment, receipt }: PaidOrder, earlier: boolean) {
    cacheOrder(paid);
    onPaid();
    const back = { usd: fromServer(payment.changeUSD), lrd: fromServer(payment.changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : paymentWords.change(changeText(back));
    const taken = { usd: fromServer(payment.amountUSD), lrd: fromServer(payment.amountLRD) };
    const savedBefore = earlier ? paymentWords.savedBefore(changeText(taken)) : undefined;
    toastPaid(receipt?.receiptNumber, { savedBefore, change });
  }

  function fail(error: unknown) {
    const problem = {
      text: words.failed,
      reason: reasonOf(error, paymentWords.noAnswer),
      reference: isUsedReference(error),
    };
    if (outcomeUnknown(error)) return setProblem(problem);
    const rateChanged = error instanceof ApiError && error.code === 'rate_changed';
    if (rateChanged) setChangedRate(Number(error.refusal.rate));
    void refresh(ORDERS, RATE);
    if (rateChanged) return;
    setProblem(problem);
  }

  return {
    ...once,
    bill,
    rate,
    rateChanged,
    problem,
    referenceError: problem?.reference ? (problem.reason ?? null) : null,
    clearProblem,
    take,
    closed: closedBy(order),
  };
}

function closedBy(order: Order): string | null {
  if (order.status === 'cancelled') return words.cancelledMeanwhile;
  return order.paymentStatus === 'paid' ? words.paidMeanwhile : null;
}
