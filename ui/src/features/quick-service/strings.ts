/** Words of Quick Service. */

import type { LineChange } from '../lines/lines';
import { words as lines } from '../lines/strings';

export const words = {
  title: 'Quick Service',
  cart: 'Cart',
  openCart: 'Open cart',
  clear: 'Clear',
  total: 'Total',
  paymentMethod: 'Payment Method',
  cashReceived: 'Cash received',
  other: 'Other',
  change: (amount: string) => `Change: ${amount}`,
  process: 'Process Sale',
  loadFailed: 'The products could not be loaded',
  sold: 'Sale completed',
  done: 'Sold',
  changeOn: (given: string | null) => (given ? `Change to give on ${given}` : 'Change to give'),
  soldEarlier: (receipt: string) => `${receipt} was saved before. The rest is still in the cart.`,
  viewReceipt: 'View receipt',
  failed: 'Failed to process sales',
  noAnswer: 'The box did not answer. Tap Process Sale again; it cannot be charged twice.',
  unanswered: 'We are not sure the last sale arrived. Tap Process Sale again; it cannot be charged twice.',
  pricesChanged: 'Prices have changed. Check the total and press Process Sale again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and press Process Sale again.`,
  cartUpdated: 'Cart updated',
  items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
};

export const tab = {
  title: 'Put on tab',
  done: (name: string) => `On ${name}’s tab`,
  items: (count: number) => words.items(count),
  toast: 'Added to Credit',
  savedEarlier: 'Your last try went through. The rest is still in the cart.',
  unanswered: 'We are not sure the last tab arrived. Tap Put on tab again; it cannot be added twice.',
};

const soldOut = (name: string) => `${name} just sold out.`;
const REMOVED = 'Removed from the cart.';

/** Title and text for what another phone has changed in the cart. */
export function changesText(changes: readonly LineChange[]): [title: string, text: string] {
  const [first, ...others] = changes;
  if (first?.left === 0 && others.length === 0) return [soldOut(first.name), REMOVED];
  const texts = changes.map(({ name, left }) => {
    if (left === 0) return `${soldOut(name)} ${REMOVED}`;
    return `${name}: ${left === undefined ? 'new price' : lines.onlyLeft(left)}`;
  });
  return [words.cartUpdated, texts.join(' ')];
}
