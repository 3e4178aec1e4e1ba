/** Reports payments on every screen that takes money, and pays credit in full, in cash. */
import type { Root } from '../../api/calls';
import { outcomeUnknown, useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import { openReceipt } from '../../api/openReceipt';
import { toast } from '../../ui/feedback/toast';
import { guardPlace } from './guardPlace';
import { words } from './strings';

interface Paid {
  receipt?: { receiptNumber: string } | null;
}

interface PayInFullSettings<Due> {
  send: (due: Due, options: WriteOptions) => Promise<Paid>;
  /** The lists that change with a payment. */
  refreshes: readonly Root[];
  onPaid?: () => void;
  /** Reports the failure. */
  onFail: (reason: string | undefined, error: unknown) => void;
}

/** Pays one item, all items of a customer, or a tab. */
export function usePayInFull<Due>(settings: PayInFullSettings<Due>) {
  const { send, refreshes, onPaid, onFail } = settings;
  const { run, pending, waiting } = useWrite(send, { refreshes });

  async function pay(due: Due) {
    try {
      const paid = await run(due);
      if (!paid) return;
      onPaid?.();
      toastPaid(paid.receipt?.receiptNumber);
    } catch (error) {
      onFail(reasonOf(error, words.noAnswer), error);
      // After a refusal an item has been paid, voided or changed elsewhere.
      if (!outcomeUnknown(error)) void refresh(...refreshes);
    }
  }

  return { pay: (due: Due) => void pay(due), pending, waiting };
}

interface PaidDetails {
  /** Replaces the usual text when an earlier try had been saved. */
  savedBefore?: string | undefined;
  /** 'Change: $1.00', 'Tip: $2.50', or both */
  change?: string | undefined;
  /** 'Received L$500. Still owed $5.37 / L$1,020.' */
  open?: string | undefined;
}

/** Reports a payment and opens its receipt. */
export function toastPaid(
  receipt: string | null | undefined,
  { savedBefore, change, open }: PaidDetails = {},
): void {
  const text = receipt && !open ? words.withReceipt : words.recorded;
  // The change first: it is still to be given.
  const more = [change, open].filter(Boolean).join(' · ');
  toast(words.done, savedBefore ?? text, undefined, more || undefined);
  if (!receipt) return;
  // 'Share' stands where the button of the payment was.
  guardPlace();
  openReceipt(receipt);
}
