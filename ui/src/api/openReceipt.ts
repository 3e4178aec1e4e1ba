/** The receipt open on top of the current screen: any screen can open one, and the shell renders it. */
import { createStore } from '../lib/state/store';

/** Its number, or null. */
export const openReceiptStore = createStore<string | null>(null);

export function openReceipt(receiptNumber: string): void {
  openReceiptStore.set(receiptNumber);
}

export function closeReceipt(): void {
  openReceiptStore.set(null);
}
