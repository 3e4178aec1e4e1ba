/** The order that the address asks for, as `/table-service?order=12` does: its card comes first, whatever its status. */
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { Order } from '../../../api/types';

/** `list` has it too when it is older than the first page. */
export function useWantedOrder(orders: readonly Order[] | undefined) {
  const id = Number(new URLSearchParams(useSearch()).get('order')) || null;
  const missing = id !== null && orders !== undefined && !orders.some((order) => order.id === id);
  const old = useGet(at('/api/orders/{id}', { id: id ?? 0 }), { enabled: missing }).data;
  const list = orders && missing && old ? [old, ...orders] : orders;
  const ready = id !== null && list?.some((order) => order.id === id);
  // On a phone the orders are below the tables.
  useEffect(() => {
    if (ready) document.getElementById('orders')?.scrollIntoView();
  }, [ready, id]);
  return { id, list };
}
