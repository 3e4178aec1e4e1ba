/** Takes money on a tab, once, and makes of the answer what the person has to know. */
import { useState } from 'react';
import { ApiError, reasonOf } from '../../api/error';
import { dueOf } from '../../api/prices';
import { RATE, refresh, show } from '../../api/query';
import type { PaidTab, Tab, TabPaymentBody } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { fromServer } from '../../lib/money';
import { userKey } from '../../lib/storage';
import { changeText } from '../../ui/ChangeDue';
import { toastError } from '../../ui/toast';
import { isUsedReference } from '../payment/methods';
import { words as taking } from '../payment/strings';
import { amountOf, bodyOf, isNothing, type Taken } from '../payment/taken';
import { tellPaid } from '../payment/tellPaid';
import { useBill } from '../payment/useBill';
import { MONEY_LISTS, payerOf, TABS } from './calls';
import { payment as words } from './strings';

export function usePayment(tab: Tab, username: string, onPaid: () => void) {
  const once = useOnce('/api/tabs/payment', userKey(`tab-payment:${tab.customerId}`, username), MONEY_LISTS);
  const { bill, rate, rateChanged, tellRate } = useBill(tab, dueOf(tab));
  const [problem, setProblem] = useState<{ text: string; reference: boolean } | null>(null);

  const retype = () => setProblem(null);

  async function take(taken: Taken) {
    if (isNothing(taken)) return setProblem({ text: taking.noAmount, reference: false });
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
        tellRate(Number(error.refusal.rate));
        return void refresh(TABS, RATE);
      }
      setProblem({
        text: reasonOf(error, taking.noAnswer) ?? words.tryAgain,
        reference: isUsedReference(error),
      });
      toastError(words.failed, words.tryAgain);
      if (!outcomeUnknown(error)) void refresh(TABS);
    }
  }

  function succeed({ tab: paid, changeUSD, changeLRD, receipt }: PaidTab, earlier: TabPaymentBody | null) {
    keepTab(paid);
    onPaid();
    const back = { usd: fromServer(changeUSD), lrd: fromServer(changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : taking.change(changeText(back));
    const savedBefore = earlier ? taking.savedBefore(changeText(amountOf(earlier))) : undefined;
    tellPaid(receipt?.receiptNumber, { savedBefore, change });
  }

  return {
    ...once,
    bill,
    rate,
    rateChanged,
    problem,
    referenceError: problem?.reference ? problem.text : null,
    retype,
    take,
  };
}

/** The box's answer is the newest there is: the card shows it at once. */
function keepTab(tab: Tab): void {
  show(TABS, (list) => list?.map((other) => (other.customerId === tab.customerId ? tab : other)));
}
