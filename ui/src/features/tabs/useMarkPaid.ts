/** Mark as Paid: pays all that is due on a tab, in cash. */

import { usePayInFull } from '../../parts/payment/paid';
import { toastError } from '../../ui/feedback/toast';
import { MONEY_LISTS, payTab } from './calls';
import { payment as words } from './strings';

export function useMarkPaid() {
  const { pay, pending, waiting } = usePayInFull({
    send: payTab,
    refreshes: MONEY_LISTS,
    // No dialog is open to show the reason, so the toast has it.
    onFail: (reason) => void toastError(words.failed, words.tryAgain, undefined, reason),
  });
  return { markPaid: pay, pending, waiting };
}
