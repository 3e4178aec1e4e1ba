/** The receipt shown on top of the screen. Any screen opens one; the shell renders it. */
import { createStore } from '../lib/state/store';

/** Its number, or null. */
export const openReceiptStore = createStore<string | null>(null);

export function openReceipt(receiptNumber: string): void {
  openReceiptStore.set(receiptNumber);
}

export function closeReceipt(): void {
  openReceiptStore.set(null);
}
