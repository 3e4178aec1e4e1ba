/** The receipt open on top of the current screen: any screen can open one, and the shell renders it. */
import { createStore } from '../lib/state/store';

/** Its number, or null. */
export const openReceiptStore = createStore<string | null>(null);

/** The screen that it was opened on. */
let openedOn = '';

export function openReceipt(receiptNumber: string): void {
  openedOn = location.pathname;
  openReceiptStore.set(receiptNumber);
}

/** Closes the receipt of another screen; one that was opened with the move to this screen stays. */
export function closeLeftReceipt(): void {
  if (openedOn !== location.pathname) closeReceipt();
}

export function closeReceipt(): void {
  openReceiptStore.set(null);
}
