/** How an order is called: its place, its guest, the address of its tab. */
import type { Order } from '../../api/types';
import { formatStatus } from '../../lib/format';
import { ORDER_TYPES, tables } from './strings';

/** 'Table 4', or the order type for takeout and delivery. */
export function placeOf({ tableNumber, orderType }: Pick<Order, 'tableNumber' | 'orderType'>): string {
  return tableNumber === null ? typeLabel(orderType) : tables.table(tableNumber);
}

/** 'Table 4 · Musu'; without a customer name the place alone. */
export function titleOf(order: Pick<Order, 'tableNumber' | 'orderType' | 'customerName'>): string {
  const place = placeOf(order);
  return order.customerName === place ? place : `${place} · ${order.customerName}`;
}

export function typeLabel(type: Order['orderType']): string {
  return ORDER_TYPES.find(({ value }) => value === type)?.label ?? formatStatus(type);
}

/** The address of the tab that an order is on. */
export function tabOf({ tabCustomerName, tabCustomerPhone }: Order): string {
  if (tabCustomerName === null) return '/customer-tab';
  return `/customer-tab?tab=${encodeURIComponent(`${tabCustomerName}_${tabCustomerPhone ?? ''}`)}`;
}
