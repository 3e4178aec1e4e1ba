/** Which entries the sheet More of an order has. */
import type { Order, PublicSettings } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { isOpen, isWrittenOff } from '../status';

export type MorePart =
  | 'moveTable'
  | 'moveItems'
  | 'merge'
  | 'handOver'
  | 'discount'
  | 'comp'
  | 'serviceCharge'
  | 'taxExempt'
  | 'payments'
  | 'close'
  | 'walkOut';

/** What the bar's rules leave to the user, alone or with an approval. */
interface May {
  discount: boolean;
  comp: boolean;
  walkOut: boolean;
}

const hasPayments = ({ status, paymentStatus, isOnCredit }: Order) =>
  status !== 'cancelled' && paymentStatus !== 'unpaid' && isOnCredit !== 'true';

/** In the order of the sheet. The server checks it again. */
export function moreOf(order: Order, box: PublicSettings | null, may: May): MorePart[] {
  const open = isOpen(order);
  const hasItems = open && order.items.length > 0;
  const owes = fromServer(order.owedUSD) > 0 || fromServer(order.owedLRD) > 0;
  const parts: Record<MorePart, boolean> = {
    moveTable: open && order.tableId !== null,
    moveItems: hasItems,
    merge: open,
    handOver: open,
    discount: hasItems && may.discount,
    comp: hasItems && may.comp,
    serviceCharge: open && Boolean(box?.serviceCharge),
    // Once money is on the order, its taxes are fixed.
    taxExempt: open && order.paymentStatus === 'unpaid' && Boolean(box?.tax || order.taxExemption),
    payments: hasPayments(order),
    close: hasItems && !owes,
    // After a walk-out was booked, to take the money of a guest who comes back.
    walkOut: (hasItems && owes && may.walkOut) || isWrittenOff(order),
  };
  return (Object.keys(parts) as MorePart[]).filter((part) => parts[part]);
}
