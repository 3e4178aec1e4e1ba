/** Reports a payment and opens its receipt, on every screen that takes money. */
import { openReceipt } from '../../api/openReceipt';
import { toast } from '../../ui/feedback/toast';
import { words } from './strings';

interface PaidDetails {
  /** Replaces the usual text when an earlier try had been saved. */
  savedBefore?: string | undefined;
  /** 'Change: $1.00' */
  change?: string | undefined;
}

export function toastPaid(
  receipt: string | null | undefined,
  { savedBefore, change }: PaidDetails = {},
): void {
  const text = receipt ? words.withReceipt : words.recorded;
  toast(words.done, savedBefore ?? text, undefined, change);
  if (receipt) openReceipt(receipt);
}
