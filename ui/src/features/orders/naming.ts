/** How an order is called: its place, its guest, the address of its tab. */
import type { Order, Table } from '../../api/types';
import { formatStatus } from '../../lib/format';
import { tableLabel } from '../../lib/tableLabel';
import { ORDER_TYPES } from './strings';

type Placed = Pick<Order, 'tableNumber' | 'tableName' | 'orderType'>;

/** 'Table 4' or its name, or the order type for takeout and delivery. */
export function placeOf({ tableNumber, tableName, orderType }: Placed): string {
  return tableNumber === null ? typeLabel(orderType) : tableLabel(tableNumber, tableName);
}

/** 'Table 4', or its name. */
export const labelOf = ({ tableNumber, name }: Pick<Table, 'tableNumber' | 'name'>): string =>
  tableLabel(tableNumber, name);

/** 'Table 4 · Musu'; without a customer name the place alone. */
export function titleOf(order: Placed & Pick<Order, 'customerName'>): string {
  return [placeOf(order), guestOf(order)].filter(Boolean).join(' · ');
}

/** An order without a name has that of its table, also after it moved to another. */
const NAMELESS = /^Table \d+$/;

/** Null when the order has the name of a place. */
export const guestOf = (order: Placed & Pick<Order, 'customerName'>): string | null =>
  isPlace(order.customerName, order) ? null : order.customerName;

const isPlace = (name: string, order: Placed) => name === placeOf(order) || NAMELESS.test(name);

/** What splits add to a name: 'Musu/2' for the second bill, 'Table 4 - A' and 'Table 4 - Musu' for a guest's. */
const OF_A_SPLIT = /\/\d+$| - [A-H]$/;

/** Who a tab of the order would belong to. The name is empty when the order has that of a place: a table owes nothing. */
export function customerOf(
  order: Placed & Pick<Order, 'customerName' | 'customerPhone' | 'splitIndex'>,
): Pick<Order, 'customerName' | 'customerPhone'> {
  const { customerName, customerPhone, splitIndex } = order;
  const [place = '', guest] = customerName.split(' - ');
  const name = splitIndex === null ? customerName : customerName.replace(OF_A_SPLIT, '');
  if (isPlace(name, order)) return { customerName: '', customerPhone };
  return { customerName: (splitIndex !== null && isPlace(place, order) && guest) || name, customerPhone };
}

export function typeLabel(type: Order['orderType']): string {
  return ORDER_TYPES.find(({ value }) => value === type)?.label ?? formatStatus(type);
}

/** The address of the tab that an order is on. */
export function tabOf({ tabCustomerName, tabCustomerPhone }: Order): string {
  if (tabCustomerName === null) return '/customer-tab';
  return `/customer-tab?tab=${encodeURIComponent(`${tabCustomerName}_${tabCustomerPhone ?? ''}`)}`;
}
