/** What an order still owes, as if all of it were paid in one currency. */
import type { Order } from '../../../api/types';
import { type Dual, fromServer } from '../../../lib/money/money';

export function remainingOf(order: Pick<Order, 'remainingUSD' | 'remainingLRD'>): Dual {
  return { usd: fromServer(order.remainingUSD), lrd: fromServer(order.remainingLRD) };
}
