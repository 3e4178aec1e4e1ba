/** Takes a payment on a tab, and updates the tab's card with the answer. */

import { cacheQuery } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { dueOf } from '../../../api/prices';
import type { Tab } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { userKey } from '../../../lib/state/storage';
import { amountOf } from '../../../parts/payment/paymentInput';
import { useBill } from '../../../parts/payment/useBill';
import { type PaidReport, usePayment } from '../../../parts/payment/usePayment';
import { toastError } from '../../../ui/feedback/toast';
import { MONEY_LISTS, payerOf, TABS } from '../calls';
import { payment as words } from '../strings';

export function useTabPayment(
  tab: Tab,
  username: string,
  onPaid: (settled: boolean) => void,
  onChange: (report: PaidReport) => void,
) {
  const once = useOnce('/api/tabs/payment', userKey(`tab-payment:${tab.customerId}`, username), MONEY_LISTS);
  return usePayment({
    once,
    watched: useBill(tab, dueOf(tab)),
    toBody: (payment) => ({ ...payerOf(tab), ...payment }),
    refreshes: [TABS],
    onPaid({ answer: { tab: paid, changeUSD, changeLRD, receipt, payment }, body }) {
      const change = { usd: fromServer(changeUSD), lrd: fromServer(changeLRD) };
      cacheTab(paid);
      if (change.usd === 0 && change.lrd === 0) onPaid(paid.status === 'paid');
      return {
        receiptNumber: receipt?.receiptNumber,
        change,
        tip: { usd: fromServer(payment?.tipUSD), lrd: fromServer(payment?.tipLRD) },
        amount: amountOf(body),
        owed: paid.status === 'paid' ? null : dueOf(paid),
      };
    },
    onChange,
    onFailed(reason) {
      toastError(words.failed, words.tryAgain);
      return { text: reason ?? words.tryAgain };
    },
  });
}

/** Shows the tab as the server answered it, before the list is fetched again. */
function cacheTab(tab: Tab): void {
  cacheQuery(TABS, (list) => list?.map((other) => (other.customerId === tab.customerId ? tab : other)));
}
