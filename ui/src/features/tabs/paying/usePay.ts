/** Pays credit in full, in cash: one item, or all items of a customer. */
import { useState } from 'react';
import { ApiError } from '../../api/http/error';
import type { Customer } from '../../parts/customers/customers';
import { usePayInFull } from '../../parts/payment/paid';
import { toastError } from '../../ui/feedback/toast';
import { MONEY_LISTS, payAll, payItem } from './calls';
import type { Group } from './customers';
import { paying as words } from './strings';

export function usePayItem() {
  return usePayInFull({
    send: payItem,
    refreshes: MONEY_LISTS,
    onFail: (reason) => toastError(words.itemFailed, reason),
  });
}

export function usePayAll(group: Group) {
  const [candidates, setCandidates] = useState<Customer[] | null>(null);
  const { pay, pending, waiting } = usePayInFull({
    send: payAll,
    refreshes: MONEY_LISTS,
    onPaid: () => setCandidates(null),
    onFail(reason, error) {
      const several = candidatesOf(error);
      if (several) setCandidates(several);
      else toastError(words.allFailed, reason);
    },
  });
  const payFor = ({ customerName, customerPhone }: Customer) => pay({ customerName, customerPhone });

  return {
    payAll: () => payFor(group),
    candidates,
    choose: ({ customerName, customerPhone }: Customer) =>
      payFor({ customerName, customerPhone: customerPhone ?? '' }),
    cancel: () => setCandidates(null),
    pending,
    waiting,
  };
}

function candidatesOf(error: unknown): Customer[] | null {
  if (!(error instanceof ApiError) || error.code !== 'ambiguous_customer') return null;
  return error.refusal.candidates ?? null;
}
