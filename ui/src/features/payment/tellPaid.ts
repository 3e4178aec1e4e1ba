/** What is said and shown when money was taken, wherever it was. */
import { openReceipt } from '../../api/openReceipt';
import { toast } from '../../ui/toast';
import { words } from './strings';

interface Told {
  /** Instead of what is said otherwise: an earlier try was saved. */
  savedBefore?: string | undefined;
  /** 'Change: $1.00' */
  change?: string | undefined;
}

export function tellPaid(receipt: string | null | undefined, { savedBefore, change }: Told = {}): void {
  const text = receipt ? words.withReceipt : words.recorded;
  toast(words.done, savedBefore ?? text, undefined, change);
  if (receipt) openReceipt(receipt);
}
