/** Takes money on an order, once, at the rate that is shown; and makes of the answer what the person has to know. */
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { queryClient, refresh, useRate } from '../../api/query';
import type { ExchangeRate, Order, OrderPaymentMethod, PaidOrder } from '../../api/types';
import { type Once, useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { fromServer, toDecimal } from '../../lib/money';
import { userKey } from '../../lib/storage';
import type { Bill, ChangeIn, Dual } from '../../lib/tender';
import { toast } from '../../ui/toast';
import { changeText } from '../../ui/Verdict';
import { billAt, billOf, DEFAULT_RATE } from './bill';
import { keepOrder, MONEY_LISTS, ORDERS, type PaymentBody, RATE } from './calls';
import { payment as words } from './strings';

interface Problem {
  text: string;
  reason?: string;
}

interface PaymentSettings {
  order: Order;
  username: string;
  onPaid: () => void;
}

export function usePayment({ order, username, onPaid }: PaymentSettings) {
  const once: Once<PaymentBody, PaidOrder> = useOnce(
    `${ORDERS}/${order.id}/payment`,
    userKey(`payment:${order.id}`, username),
    MONEY_LISTS,
  );
  const { bill, rate, rateChanged, tellRate } = useBill(order);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function take(given: Dual, paymentMethod: OrderPaymentMethod, changeIn: ChangeIn | undefined) {
    if (given.usd === 0 && given.lrd === 0) return setProblem({ text: words.noAmount });
    setProblem(null);
    const body: PaymentBody = {
      amountUSD: toDecimal(given.usd),
      amountLRD: toDecimal(given.lrd),
      exchangeRate: Number(bill.rate),
      paymentMethod,
      ...(changeIn ? { changeIn } : {}),
    };
    try {
      const done = await once.run(body);
      if (done) succeed(done.answer, done.earlier);
    } catch (error) {
      fail(error);
    }
  }

  function succeed({ order: paid, payment, receipt }: PaidOrder, earlier: boolean) {
    keepOrder(paid);
    onPaid();
    const back = { usd: fromServer(payment.changeUSD), lrd: fromServer(payment.changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : words.change(changeText(back));
    const taken = { usd: fromServer(payment.amountUSD), lrd: fromServer(payment.amountLRD) };
    const text = receipt ? words.withReceipt : words.recorded;
    toast(words.done, earlier ? words.savedBefore(changeText(taken)) : text, undefined, change);
    if (receipt) openReceipt(receipt.receiptNumber);
  }

  function fail(error: unknown) {
    if (outcomeUnknown(error)) return setProblem({ text: words.failed, reason: words.noAnswer });
    const rateChanged = error instanceof ApiError && error.code === 'rate_changed';
    if (rateChanged) tellRate(Number(error.refusal.rate));
    void refresh(ORDERS, RATE);
    if (rateChanged) return;
    setProblem({ text: words.failed, reason: messageOf(error, '') || undefined });
  }

  return { ...once, bill, rate, rateChanged, problem, take, closed: closedBy(order) };
}

function closedBy(order: Order): string | null {
  if (order.status === 'cancelled') return words.cancelledMeanwhile;
  return order.paymentStatus === 'paid' ? words.paidMeanwhile : null;
}

/** The bill at the rate of the moment, and whether that is another one than the person began with. */
function useBill(order: Order) {
  const loaded = useRate().data?.rate;
  const [refused, setRefused] = useState(false);
  const rate = loaded ?? DEFAULT_RATE;
  const first = useRef(loaded);
  first.current ??= loaded;
  const last = useRef<Bill | null>(null);

  const agreed = billOf(order, rate);
  if (agreed) last.current = agreed;
  // Where money is on the order, only the box knows in which currency the rest is owed.
  const waits = order.paymentStatus !== 'unpaid' ? last.current : null;
  const bill = agreed ?? waits ?? billAt(order, rate);

  /** A payment was refused because the rate is another one by now. */
  function tellRate(now: number) {
    queryClient.setQueryData<ExchangeRate>([RATE], (known) => ({
      updatedAt: known?.updatedAt ?? new Date().toISOString(),
      rate: now,
    }));
    setRefused(true);
  }
  return { bill, rate, rateChanged: refused || first.current !== loaded, tellRate };
}
