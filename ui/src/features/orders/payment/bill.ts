/** The amount due on an order, in full in each currency. */
import type { Order } from '../../../api/types';
import { type Dual, fromServer } from '../../../lib/money/money';

export function remainingOf(order: Pick<Order, 'remainingUSD' | 'remainingLRD'>): Dual {
  return { usd: fromServer(order.remainingUSD), lrd: fromServer(order.remainingLRD) };
}
