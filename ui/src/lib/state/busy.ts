/** Whether the person is in the middle of something that a question or a tour must not cover. */
import { readJson, userKey } from './storage';

/** A dialog or a menu is open, or the focus is in a field or on a button of a form. */
export function isBusy(): boolean {
  const inFocus = document.activeElement;
  return (
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    inFocus?.matches('input, select, textarea, [contenteditable]') === true ||
    (inFocus !== null && inFocus.closest('form') !== null)
  );
}

/** Storage key of a user's cart on this device. */
export const cartKey = (username: string) => userKey('cart', username);

export function hasCart(username: string): boolean {
  const cart = readJson(cartKey(username)) as { lines?: unknown } | null;
  return Array.isArray(cart?.lines) && cart.lines.length > 0;
}
