/** Status transitions of orders and tables, and which actions a role is offered. */
import type { Order, OrderItem, OrderState, OrderStatus, Table, TableStatus } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { owes } from '../../parts/bills/owes';
import { orders as words } from './strings';

export const STEPS: readonly OrderStatus[] = ['pending', 'preparing', 'ready', 'served'];

export const FILTERS = ['open', 'mine', 'all', 'active', 'pending', 'preparing', 'ready', 'served'] as const;
export type Filter = (typeof FILTERS)[number];

/** The next status, if any. */
export function nextStatus(status: OrderStatus): OrderStatus | null {
  const at = STEPS.indexOf(status);
  return at < 0 ? null : (STEPS[at + 1] ?? null);
}

/** The next status that the card offers: served at once where there are no steps, and once the order is paid. */
export function nextStep(order: Pick<Order, 'status' | 'paymentStatus'>, steps: boolean): OrderStatus | null {
  const next = nextStatus(order.status);
  if (next === null) return null;
  return order.paymentStatus === 'paid' || !steps ? 'served' : next;
}

/** The filters of a bar with or without the steps Preparing and Ready. */
export function filtersOf(steps: boolean): readonly Filter[] {
  return steps ? FILTERS : FILTERS.filter((filter) => filter !== 'preparing' && filter !== 'ready');
}

/** Whether it is neither cancelled nor both served and paid. */
export function isUnfinished({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return status !== 'cancelled' && !(status === 'served' && paymentStatus === 'paid');
}

export function isActive({ status }: Pick<Order, 'status'>): boolean {
  return status === 'pending' || status === 'preparing' || status === 'ready';
}

/** Whether this person serves it, and it is not finished. */
export function isMine(order: Order, username: string): boolean {
  return order.servedBy === username && isUnfinished(order);
}

/** The orders of a filter; those of the chosen table come first. `me` is the username of `mine`. */
export function shown(orders: readonly Order[], filter: Filter, tableId: number | null, me = ''): Order[] {
  const fits = orders.filter((order) => {
    if (filter === 'all') return true;
    if (filter === 'open') return isUnfinished(order);
    if (filter === 'mine') return isMine(order, me);
    return filter === 'active' ? isActive(order) : order.status === filter;
  });
  if (tableId === null) return fits;
  const here = (order: Order) => order.tableId === tableId;
  return [...fits.filter(here), ...fits.filter((order) => !here(order))];
}

export function isOnCredit(order: Pick<Order, 'isOnCredit'>): boolean {
  return order.isOnCredit === 'true';
}

/** Whether its items, its money and its place can still change: neither paid, on a tab nor cancelled. */
export function isOpen(order: Pick<Order, 'status' | 'paymentStatus' | 'isOnCredit'>): boolean {
  return order.status !== 'cancelled' && order.paymentStatus !== 'paid' && !isOnCredit(order);
}

/** Whether a walk-out is not recovered yet. */
export const isWrittenOff = ({ writtenOffUSD, writtenOffLRD }: Order): boolean =>
  fromServer(writtenOffUSD) > 0 || fromServer(writtenOffLRD) > 0;

/** Whether there is a button More on the card. */
export const hasMore = (order: Order): boolean => isOpen(order) || isWrittenOff(order);

/** The address where an order's bill is split. */
export const splitOf = ({ id }: Pick<Order, 'id'>): string => `/split/${id}`;

/** What its card says beside status and payment. */
export interface Trait {
  kind: 'split' | 'parts' | 'billed' | 'changed' | 'walkOut' | 'servedBy';
  text: string;
}

/** Whether something on it stood on the bill of another order, and is not paid as billed. */
const holdsBilled = ({ items }: Order): boolean => items.some(({ billNumber }) => billNumber !== null);

/** `me`: of orders that the user serves, nothing is said about it. */
export function noteworthy(order: Order, me: string | undefined): Trait[] {
  const { splitIndex, splitCount, shares, closedAs, servedBy } = order;
  const bill = order.bill?.state;
  const traits: (Trait | false)[] = [
    // After a merge, fewer bills are left than there were.
    splitIndex !== null &&
      splitCount !== null &&
      splitCount > 1 &&
      splitIndex <= splitCount && { kind: 'split', text: words.billOf(splitIndex, splitCount) },
    shares !== null && shares.paid > 0 && { kind: 'parts', text: words.partsPaid(shares.paid, shares.of) },
    (bill === 'open' || (bill === undefined && holdsBilled(order))) && { kind: 'billed', text: words.billed },
    bill === 'changed' && { kind: 'changed', text: words.changedAfterBill },
    closedAs === 'walk_out' && { kind: 'walkOut', text: words.walkOut },
    isUnfinished(order) && servedBy !== me && { kind: 'servedBy', text: words.servedBy(servedBy) },
  ];
  return traits.filter((trait) => trait !== false);
}

interface Allowed {
  pay: boolean;
  /** Show the bill before payment. */
  bill: boolean;
  split: boolean;
  attach: boolean;
  editItems: boolean;
  cancel: boolean;
  void: boolean;
}

/** The actions that the card offers; the server checks them again. `mayVoid`: by role and the bar's rules. */
export function allowed(order: Order, mayVoid: boolean): Allowed {
  const alive = order.status !== 'cancelled';
  const unpaid = alive && order.paymentStatus !== 'paid';
  const credit = isOnCredit(order);
  const cancel = isActive(order) && order.paymentStatus === 'unpaid' && !credit;
  return {
    pay: unpaid,
    bill: isOpen(order) && order.items.length > 0,
    split: isOpen(order) && order.items.length > 0,
    attach: unpaid && !credit,
    editItems: unpaid && !credit,
    cancel,
    void: alive && !cancel && mayVoid,
  };
}

/** Available becomes occupied; any other status becomes available. */
export function toggled(status: TableStatus): TableStatus {
  return status === 'available' ? 'occupied' : 'available';
}

/**
 * The orders of the guests at this table: not yet served, or not yet paid or on a tab. What owes comes first, then the newest guests;
 * the bills that one order was split into stay in their order. Without what is settled of guests who sat there before: the table was
 * freed since.
 */
export function ordersAt(table: Table, orders: readonly Order[]): Order[] {
  return orders
    .filter(
      (order) =>
        order.tableId === table.id &&
        isUnfinished(order) &&
        !(order.status === 'served' && isOnCredit(order)) &&
        (owes(order) || isSeated(order, table)),
    )
    .sort(
      (one, other) =>
        Number(owes(other)) - Number(owes(one)) || splitFrom(other) - splitFrom(one) || one.id - other.id,
    );
}

/** Whether guests at this table have paid, of whose orders only colleagues see more. */
export const hasPaid = (table: Table, states: readonly OrderState[]): boolean =>
  states.some((order) => order.tableId === table.id && isUnfinished(order) && isSeated(order, table));

/** Whether the table was not freed since the order came to it. Both times are the box's, in one format. */
const isSeated = ({ seatedAt }: Pick<Order, 'seatedAt'>, { status, occupiedAt }: Table): boolean =>
  status === 'occupied' && (occupiedAt === null || seatedAt >= occupiedAt);

/** The first order of a split, or the order itself. */
const splitFrom = ({ id, splitGroup }: Order): number => splitGroup ?? id;

/** Whether an item was sent to the bar or the kitchen, or is being prepared, ready or served. */
export function wasSent(order: Pick<Order, 'status'>, item: Pick<OrderItem, 'isSent'>): boolean {
  return order.status !== 'pending' || item.isSent === true;
}

/** Whether 'Return to stock' starts switched on: not for food, and not for what was served. */
export function returnsByDefault(order: Pick<Order, 'status'>, item: Pick<OrderItem, 'category'>): boolean {
  return order.status !== 'served' && item.category !== 'food';
}

/** An order at this table that owes. */
export const owingAt = (table: Pick<Table, 'id'>, orders: readonly Order[]): Order | undefined =>
  orders.find((order) => order.tableId === table.id && owes(order));
