/** Pays credit in full, in cash: one item, or all items of a customer. */
import { useState } from 'react';
import { outcomeUnknown, useWrite } from '../../api/forms/useWrite';
import { ApiError, reasonOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import { toastError } from '../../ui/feedback/toast';
import { words as paymentWords } from '../payment/strings';
import { toastPaid } from '../payment/toastPaid';
import { type Customer, MONEY_LISTS, payAll, payItem } from './calls';
import type { Group } from './customers';
import { paying as words } from './strings';

export function usePayItem() {
  const write = useWrite((id: number, options) => payItem(id, options), { refreshes: MONEY_LISTS });

  async function pay(id: number) {
    try {
      const paid = await write.run(id);
      if (paid) toastPaid(paid.receipt?.receiptNumber);
    } catch (error) {
      fail(words.itemFailed, error);
    }
  }

  return { pay: (id: number) => void pay(id), pending: write.pending, waiting: write.waiting };
}

export function usePayAll(group: Group) {
  const [candidates, setCandidates] = useState<Customer[] | null>(null);
  const write = useWrite((customer: Customer, options) => payAll(customer, options), {
    refreshes: MONEY_LISTS,
  });

  async function pay({ customerName, customerPhone }: Customer) {
    try {
      const paid = await write.run({ customerName, customerPhone });
      if (!paid) return;
      setCandidates(null);
      toastPaid(paid.receipt?.receiptNumber);
    } catch (error) {
      const several = candidatesOf(error);
      if (several) return setCandidates(several);
      fail(words.allFailed, error);
    }
  }

  return {
    payAll: () => void pay(group),
    candidates,
    choose: ({ customerName, customerPhone }: Customer) =>
      void pay({ customerName, customerPhone: customerPhone ?? '' }),
    cancel: () => setCandidates(null),
    pending: write.pending,
    waiting: write.waiting,
  };
}

function fail(title: string, error: unknown) {
  toastError(title, reasonOf(error, paymentWords.noAnswer));
  // After a refusal the item has been paid, voided or changed elsewhere.
  if (!outcomeUnknown(error)) void refresh(...MONEY_LISTS);
}

function candidatesOf(error: unknown): Customer[] | null {
  if (!(error instanceof ApiError) || error.code !== 'ambiguous_customer') return null;
  return error.refusal.candidates ?? null;
}
