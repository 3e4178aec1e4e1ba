/** Pays credit in full, in cash: one item, or all that a customer owes. */
import { usePayInFull } from '../../../parts/payment/paid';
import { toastError } from '../../../ui/feedback/toast';
import { MONEY_LISTS, payAll, payItem } from '../calls';
import type { Light } from '../lights';
import { payment as words } from '../strings';

export function usePayItem() {
  return usePayInFull({
    send: payItem,
    refreshes: MONEY_LISTS,
    onFail: (reason) => toastError(words.itemFailed, reason),
  });
}

/** The words of a failure are those of the button: Pay All, or Mark as Paid. */
export function usePayAll({ byDay }: Light, onPaid: () => void) {
  return usePayInFull({
    send: payAll,
    refreshes: MONEY_LISTS,
    onPaid,
    onFail: (reason) =>
      byDay
        ? void toastError(words.failed, words.tryAgain, undefined, reason)
        : void toastError(words.allFailed, reason),
  });
}
