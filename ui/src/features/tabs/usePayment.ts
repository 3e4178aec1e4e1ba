/** Takes money on a tab, once, and makes of the answer what the person has to know. */
import { useState } from 'react';
import { ApiError, reasonOf } from '../../api/error';
import { dueOf } from '../../api/prices';
import { cacheQuery, RATE, refresh } from '../../api/query';
import type { PaidTab, Tab, TabPaymentBody } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { fromServer } from '../../lib/money';
import { userKey } from '../../lib/storage';
import { changeText } from '../../ui/ChangeDue';
import { toastError } from '../../ui/toast';
import { isUsedReference } from '../payment/methods';
import { amountOf, bodyOf, isNothing, type PaymentInput } from '../payment/paymentInput';
import { words as paymentWords } from '../payment/strings';
import { toastPaid } from '../payment/toastPaid';
import { useBill } from '../payment/useBill';
import { MONEY_LISTS, payerOf, TABS } from './calls';
import { payment as words } from './strings';

export function usePayment(tab: Tab, username: string, onPaid: () => void) {
  const once = useOnce('/api/tabs/payment', userKey(`tab-payment:${tab.customerId}`, username), MONEY_LISTS);
  const { bill, rate, rateChanged, setChangedRate } = useBill(tab, dueOf(tab));
  const [problem, setProblem] = useState<{ text: string; reference: boolean } | null>(null);

  const clearProblem = () => setProblem(null);

  async function take(taken: PaymentInput) {
    if (isNothing(taken)) return setProblem({ text: paymentWords.noAmount, reference: false });
    setProblem(null);
    try {
      const done = await once.run({
        ...payerOf(tab),
        ...bodyOf(taken),
        exchangeRate: rate,
      });
      if (done) succeed(done.answer, done.earlier ? done.body : null);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_changed') {
        setChangedRate(Number(error.refusal.rate));
        return void refresh(TABS, RATE);
      }
      setProblem({
        text: reasonOf(error, paymentWords.noAnswer) ?? words.tryAgain,
        reference: isUsedReference(error),
      });
      toastError(words.failed, words.tryAgain);
      if (!outcomeUnknown(error)) void refresh(TABS);
    }
  }

  function succeed({ tab: paid, changeUSD, changeLRD, receipt }: PaidTab, earlier: TabPaymentBody | null) {
    cacheTab(paid);
    onPaid();
    const back = { usd: fromServer(changeUSD), lrd: fromServer(changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : paymentWords.change(changeText(back));
    const savedBefore = earlier ? paymentWords.savedBefore(changeText(amountOf(earlier))) : undefined;
    toastPaid(receipt?.receiptNumber, { savedBefore, change });
  }

  return {
    ...once,
    bill,
    rate,
    rateChanged,
    problem,
    referenceError: problem?.reference ? problem.text : null,
    clearProblem,
    take,
  };
}

/** The box's answer is the newest there is: the card shows it at once. */
function cacheTab(tab: Tab): void {
  cacheQuery(TABS, (list) => list?.map((other) => (other.customerId === tab.customerId ? tab : other)));
}
