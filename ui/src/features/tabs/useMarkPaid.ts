/** Mark as Paid: pays all that is due on a tab, in cash. */

import { outcomeUnknown, useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import type { Tab } from '../../api/types';
import { toastError } from '../../ui/feedback/toast';
import { words as paymentWords } from '../payment/strings';
import { toastPaid } from '../payment/toastPaid';
import { MONEY_LISTS, payTab } from './calls';
import { payment as words } from './strings';

export function useMarkPaid() {
  const write = useWrite(payTab, { refreshes: MONEY_LISTS });

  async function markPaid(tab: Tab) {
    try {
      const receipt = await write.run(tab);
      if (receipt === undefined) return;
      toastPaid(receipt);
    } catch (error) {
      // No dialog is open to show the reason, so the toast has it.
      toastError(words.failed, words.tryAgain, undefined, reasonOf(error, paymentWords.noAnswer));
      // After a refusal an item has been paid, voided or changed elsewhere.
      if (!outcomeUnknown(error)) void refresh(...MONEY_LISTS);
    }
  }

  return { markPaid: (tab: Tab) => void markPaid(tab), pending: write.pending, waiting: write.waiting };
}
