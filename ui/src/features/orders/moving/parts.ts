/** Move Items: how many pieces of each item go, and where they can go. */
import type { MoveTarget, Order, OrderItem, Pieces, Table } from '../../../api/types';
import { isOpen } from '../status';

/** Pieces that go, by item id. */
export type Going = Readonly<Record<number, number>>;

/** An item's pieces that go: at most as many as are there now. */
export const goingOf = (going: Going, { id, quantity }: Pick<OrderItem, 'id' | 'quantity'>): number =>
  Math.min(going[id] ?? 0, quantity);

export function partsOf(going: Going, items: readonly OrderItem[]): Pieces[] {
  return items.flatMap((item) => {
    const quantity = goingOf(going, item);
    return quantity > 0 ? [{ itemId: item.id, quantity, of: item.quantity }] : [];
  });
}

/** The open orders beside this one, those of its table first. */
export function otherOrders(order: Order, orders: readonly Order[]): Order[] {
  const others = orders.filter((other) => other.id !== order.id && isOpen(other));
  const here = (other: Order) => order.tableId !== null && other.tableId === order.tableId;
  return [...others.filter(here), ...others.filter((other) => !here(other))];
}

/** The choices of To as values of a select: 'order:13', 'table:7', 'new'. */
export const toOrder = (id: number) => `order:${id}`;
export const toTable = (id: number) => `table:${id}`;
export const TO_NEW = 'new';

/** Null while nothing is chosen. */
export function targetOf(choice: string): MoveTarget | null {
  const [kind, id] = choice.split(':');
  if (kind === TO_NEW) return { new: {} };
  if (kind === 'order') return { orderId: Number(id) };
  return kind === 'table' ? { new: { tableId: Number(id), orderType: 'dine_in' } } : null;
}

/** The tables that a new order can be started at: all but the order's own, which is New order. */
export const otherTables = (order: Pick<Order, 'tableId'>, tables: readonly Table[]): Table[] =>
  tables.filter(({ id }) => id !== order.tableId);
