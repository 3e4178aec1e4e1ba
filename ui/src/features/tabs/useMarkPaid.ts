/** Mark as Paid: takes all that is owed on a tab, in cash. */
import { messageOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { refresh } from '../../api/query';
import type { Tab } from '../../api/types';
import { outcomeUnknown, useWrite } from '../../api/useWrite';
import { toast, toastError } from '../../ui/toast';
import { words as taking } from '../payment/strings';
import { MONEY_LISTS, payTab } from './calls';
import { payment as words } from './strings';

export function useMarkPaid() {
  const write = useWrite(payTab, { refreshes: MONEY_LISTS });

  async function markPaid(tab: Tab) {
    try {
      const receipt = await write.run(tab);
      if (receipt === undefined) return;
      toast(taking.done, receipt ? taking.withReceipt : taking.recorded);
      if (receipt) openReceipt(receipt);
    } catch (error) {
      const unknown = outcomeUnknown(error);
      toastError(words.failed, unknown ? taking.noAnswer : messageOf(error, words.tryAgain));
      // What was refused is paid, voided or changed by now.
      if (!unknown) void refresh(...MONEY_LISTS);
    }
  }

  return { markPaid: (tab: Tab) => void markPaid(tab), pending: write.pending, waiting: write.waiting };
}
