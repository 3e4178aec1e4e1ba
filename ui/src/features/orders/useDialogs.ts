/** Which dialog of the table service is open, and for which order. */
import { useCallback, useRef, useState } from 'react';
import type { Order } from '../../api/types';

export type OrderDialog = 'pay' | 'attach' | 'items' | 'cancel' | 'void';
export type OpenDialog = (kind: OrderDialog, order: Order) => void;

export function useDialogs(orders: readonly Order[] | undefined) {
  const [open, setOpen] = useState<{ kind: OrderDialog; id: number } | null>(null);
  const last = useRef<Order | undefined>(undefined);
  // The order as the list has it now, or its last known state if it left the list.
  const now = open ? orders?.find(({ id }) => id === open.id) : undefined;
  if (now) last.current = now;
  const order = open && last.current?.id === open.id ? last.current : undefined;
  const onOpen: OpenDialog = useCallback((kind, about) => {
    last.current = about;
    setOpen({ kind, id: about.id });
  }, []);
  return {
    kind: order ? open?.kind : undefined,
    order,
    onOpen,
    close: () => setOpen(null),
  };
}
