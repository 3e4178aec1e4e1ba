/** Takes money on a tab, once, and makes of the answer what the person has to know. */
import { useState } from 'react';
import { ApiError, reasonOf } from '../../api/error';
import { RATE, refresh, show } from '../../api/query';
import type { PaidTab, Tab, TabPaymentBody } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { type Dual, fromServer, toDecimal } from '../../lib/money';
import { userKey } from '../../lib/storage';
import type { ChangeIn } from '../../lib/tender';
import { toastError } from '../../ui/toast';
import { changeText } from '../../ui/Verdict';
import { words as taking } from '../payment/strings';
import { tellPaid } from '../payment/tellPaid';
import { useWatchedRate } from '../payment/useWatchedRate';
import { MONEY_LISTS, payerOf, TABS } from './calls';
import { payment as words } from './strings';
import { billOf } from './tabs';

export function usePayment(tab: Tab, username: string, onPaid: () => void) {
  const once = useOnce('/api/tabs/payment', userKey(`tab-payment:${tab.customerId}`, username), MONEY_LISTS);
  const { rate, rateChanged, tellRate } = useWatchedRate();
  const [problem, setProblem] = useState<string | null>(null);

  const retype = () => setProblem(null);

  async function take(given: Dual, paymentMethod: string, changeIn: ChangeIn | undefined) {
    if (given.usd === 0 && given.lrd === 0) return setProblem(taking.noAmount);
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
      setProblem(reasonOf(error, taking.noAnswer) ?? words.tryAgain);
      toastError(words.failed, words.tryAgain);
      if (!outcomeUnknown(error)) void refresh(TABS);
    }
  }

  function succeed({ tab: paid, changeUSD, changeLRD, receipt }: PaidTab, earlier: TabPaymentBody | null) {
    keepTab(paid);
    onPaid();
    const back = { usd: fromServer(changeUSD), lrd: fromServer(changeLRD) };
    const change = back.usd === 0 && back.lrd === 0 ? undefined : taking.change(changeText(back));
    const savedBefore = earlier ? taking.savedBefore(amountOf(earlier)) : undefined;
    tellPaid(receipt?.receiptNumber, { savedBefore, change });
  }

  return { ...once, bill: billOf(tab, rate), rate, rateChanged, problem, retype, take };
}

/** The box's answer is the newest there is: the card shows it at once. */
function keepTab(tab: Tab): void {
  show(TABS, (list) => list?.map((other) => (other.customerId === tab.customerId ? tab : other)));
}

function amountOf({ amountUSD, amountLRD }: TabPaymentBody): string {
  return changeText({ usd: fromServer(amountUSD), lrd: fromServer(amountLRD) });
}
