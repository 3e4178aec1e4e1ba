/** Takes money on a tab, once, and makes of the answer what the person has to know. */
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { queryClient, refresh, useRate } from '../../api/query';
import type { ExchangeRate, OrderPaymentMethod, PaidTab, Tab } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { fromServer, toDecimal } from '../../lib/money';
import { userKey } from '../../lib/storage';
import type { ChangeIn, Dual } from '../../lib/tender';
import { toast, toastError } from '../../ui/toast';
import { changeText } from '../../ui/Verdict';
import { MONEY_LISTS, type PaymentBody, payerOf, RATE, TABS } from './calls';
import { payment as words } from './strings';
import { billOf, DEFAULT_RATE } from './tabs';

export function usePayment(tab: Tab, username: string, onPaid: () => void) {
  const once = useOnce<PaymentBody, PaidTab>(
    `${TABS}/payment`,
    userKey(`tab-payment:${tab.customerId}`, username),
    MONEY_LISTS,
  );
  const { rate, rateChanged, tellRate } = useRateOfBill();
  const [problem, setProblem] = useState<string | null>(null);

  async function take(given: Dual, paymentMethod: OrderPaymentMethod, changeIn: ChangeIn | undefined) {
    if (given.usd === 0 && given.lrd === 0) return setProblem(words.noAmount);
    setProblem(null);
    try {
      const done = await once.run({
        ...payerOf(tab),
        amountUSD: toDecimal(given.usd),
        amountLRD: toDecimal(given.lrd),
        exchangeRate: rate,
        paymentMethod,
        ...(changeIn ? { changeIn } : {}),
      });
      if (done) succeed(done.answer, done.earlier ? done.body : null);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_changed') {
        tellRate(Number(error.refusal.rate));
        return void refresh(TABS, RATE);
      }
      const unknown = outcomeUnknown(error);
      const reason = unknown ? words.noAnswer : messageOf(error, words.tryAgain);
      setProblem(reason);
      toastError(words.failed, reason);
      if (!unknown) void refresh(TABS);
    }
  }

  function succeed({ tab: paid, changeUSD, changeLRD, receipt }: PaidTab, earlier: PaymentBody | null) {
    keepTab(paid);
    onPaid();
    const back = { usd: fromServer(changeUSD), lrd: fromServer(changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : words.change(changeText(back));
    const text = receipt ? words.withReceipt : words.recorded;
    toast(words.done, earlier ? words.savedBefore(amountOf(earlier)) : text, undefined, change);
    if (receipt) openReceipt(receipt.receiptNumber);
  }

  return { ...once, bill: billOf(tab, rate), rate, rateChanged, problem, take };
}

/** The rate of the moment, and whether that is another one than the person began with. */
function useRateOfBill() {
  const loaded = useRate().data?.rate;
  const [refused, setRefused] = useState(false);
  const first = useRef(loaded);
  first.current ??= loaded;

  /** Nothing was taken, because the rate is another one by now. */
  function tellRate(now: number) {
    queryClient.setQueryData<ExchangeRate>([RATE], (known) => ({
      updatedAt: known?.updatedAt ?? new Date().toISOString(),
      rate: now,
    }));
    setRefused(true);
  }
  return { rate: loaded ?? DEFAULT_RATE, rateChanged: refused || first.current !== loaded, tellRate };
}

/** The box's answer is the newest there is: the card shows it at once. */
function keepTab(tab: Tab): void {
  queryClient.setQueryData<Tab[]>([TABS], (list) =>
    list?.map((other) => (other.customerId === tab.customerId ? tab : other)),
  );
}

function amountOf({ amountUSD, amountLRD }: PaymentBody): string {
  return changeText({ usd: fromServer(amountUSD), lrd: fromServer(amountLRD) });
}
