/** The orders that one order was split into. */
import type { Order } from '../../../api/types';
import { isOpen } from '../status';

/** Those that were not merged, by their number. */
export function siblingsOf(orders: readonly Order[]): Order[] {
  return orders
    .filter(({ mergedInto }) => mergedInto === null)
    .sort((one, other) => (one.splitIndex ?? 0) - (other.splitIndex ?? 0));
}

/** Whether they can be put together again: several, all open, no money on any. */
export function undoable(bills: readonly Order[]): boolean {
  return bills.length > 1 && bills.every((bill) => isOpen(bill) && bill.paymentStatus === 'unpaid');
}
