/** What the sheet More of an order offers now. */
import type { Order, PublicSettings } from '../../../api/types';
import { isOnCredit } from '../status';

export type MorePart = 'serviceCharge' | 'taxExempt';

/** Nothing in bars without tax and service charge. The server checks it again. */
export function moreOf(order: Order, box: PublicSettings | null): MorePart[] {
  const open = order.status !== 'cancelled' && order.paymentStatus !== 'paid' && !isOnCredit(order);
  if (!open) return [];
  const parts: MorePart[] = [];
  if (box?.serviceCharge) parts.push('serviceCharge');
  // Once money is on the order, its taxes are fixed.
  if (order.paymentStatus === 'unpaid' && (box?.tax || order.taxExemption)) parts.push('taxExempt');
  return parts;
}
