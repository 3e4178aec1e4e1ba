/** State of the order dialogs: which one is open, and for which order. At most one is open. */
import { useCallback, useRef, useState } from 'react';
import type { Order } from '../../api/types';
import { inState, useOrderStates } from '../../parts/own/orderStates';

export type OrderDialog =
  /** Take a payment. */
  | 'pay'
  /** Put the order on a customer's tab. */
  | 'attach'
  /** Add items: another round. */
  | 'add'
  /** Change and remove what is on the order. */
  | 'items'
  /** Cancel an order on which nothing is paid. */
  | 'cancel'
  /** Void an order: refunds its payments. */
  | 'void'
  /** The bill before payment. */
  | 'bill'
  /** What else can be done, such as its service charge. */
  | 'more';
export type OpenDialog = (kind: OrderDialog, order: Order) => void;

export function useOrderDialog(orders: readonly Order[] | undefined) {
  const [open, setOpen] = useState<{ kind: OrderDialog; id: number } | null>(null);
  const lastKnownOrder = useRef<Order | undefined>(undefined);
  // An order that has left the list keeps its last known state, so that its dialog stays open.
  const current = open ? orders?.find(({ id }) => id === open.id) : undefined;
  if (current) lastKnownOrder.current = current;
  const known = open && lastKnownOrder.current?.id === open.id ? lastKnownOrder.current : undefined;
  // Of an order that a colleague was paid for, and that is not shown since.
  const { states } = useOrderStates();
  const order = known && !current ? inState(known, states) : known;
  const onOpen: OpenDialog = useCallback((kind, about) => {
    lastKnownOrder.current = about;
    setOpen({ kind, id: about.id });
  }, []);
  return {
    kind: order ? open?.kind : undefined,
    order,
    onOpen,
    close: () => setOpen(null),
  };
}
