/** Takes the money for credit in full, in cash: one item, or all that a customer owes. */
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { refresh } from '../../api/query';
import { outcomeUnknown, useWrite } from '../../api/useWrite';
import { toast, toastError } from '../../ui/toast';
import { type Customer, MONEY_LISTS, payAll, payEach, payItem } from './calls';
import type { Group } from './customers';
import { paying as words } from './strings';

export function usePayItem() {
  const write = useWrite((id: number, options) => payItem(id, options), { refreshes: MONEY_LISTS });

  async function pay(id: number) {
    try {
      const paid = await write.run(id);
      if (paid) succeed(paid.receipt?.receiptNumber ?? null);
    } catch (error) {
      fail(words.itemFailed, error);
    }
  }

  return { pay: (id: number) => void pay(id), pending: write.pending, waiting: write.waiting };
}

interface Wanted {
  customer: Customer;
  /** Given when the box cannot tell by the name who is meant: a customer without a phone. */
  items?: readonly number[];
}

export function usePayAll(group: Group) {
  const [candidates, setCandidates] = useState<Customer[] | null>(null);
  const write = useWrite(
    async ({ customer, items }: Wanted, options) =>
      items ? payEach(items, options) : ((await payAll(customer, options)).receipt?.receiptNumber ?? null),
    { refreshes: MONEY_LISTS },
  );

  async function pay(customer: Customer, chosen = false) {
    const items = chosen && !customer.customerPhone ? group.active.map(({ id }) => id) : undefined;
    try {
      const receipt = await write.run({ customer, items });
      if (receipt === undefined) return;
      setCandidates(null);
      succeed(receipt);
    } catch (error) {
      const several = candidatesOf(error);
      if (several) return setCandidates(several);
      fail(words.allFailed, error);
    }
  }

  return {
    payAll: () => void pay(group),
    candidates,
    choose: (customer: Customer) => void pay(customer, true),
    cancel: () => setCandidates(null),
    pending: write.pending,
    waiting: write.waiting,
  };
}

function succeed(receipt: string | null) {
  toast(words.done, receipt ? words.withReceipt : words.recorded);
  if (receipt) openReceipt(receipt);
}

function fail(title: string, error: unknown) {
  const unknown = outcomeUnknown(error);
  toastError(title, unknown ? words.noAnswer : messageOf(error, '') || undefined);
  // What was refused here is paid, voided or changed by now.
  if (!unknown) void refresh(...MONEY_LISTS);
}

function candidatesOf(error: unknown): Customer[] | null {
  if (!(error instanceof ApiError) || error.code !== 'ambiguous_customer') return null;
  const { candidates } = error.refusal;
  return Array.isArray(candidates) ? (candidates as Customer[]) : null;
}
