/** The API calls that move items and orders: move, split, merge, another table, another person. */
import { at } from '../../../api/calls';
import { patch, post, type WriteOptions } from '../../../api/http/client';
import { cacheQuery } from '../../../api/http/query';
import type {
  HandOverBody,
  ItemGuest,
  MoveTarget,
  Order,
  Pieces,
  SplitBody,
  Table,
  TableMoveBody,
} from '../../../api/types';
import { cacheOrder, cacheTable, ORDERS, TABLES } from '../calls';

/** Lists to fetch again after orders have moved. */
export const MOVE_LISTS = [ORDERS, TABLES, '/api/bills'] as const;
export const COLLEAGUES = '/api/colleagues';

export const moveItems = (id: number, items: Pieces[], to: MoveTarget, options?: WriteOptions) =>
  post(at('/api/orders/{id}/move', { id }), { items, to }, options);

export const splitOrder = (id: number, body: SplitBody, options?: WriteOptions) =>
  post(at('/api/orders/{id}/split', { id }), body, options);

export const mergeOrders = (id: number, from: number[], options?: WriteOptions) =>
  post(at('/api/orders/{id}/merge', { id }), { from }, options);

export const setGuests = (id: number, items: ItemGuest[], options?: WriteOptions) =>
  patch(at('/api/orders/{id}/items', { id }), { items }, options);

export const moveTable = (id: number, body: TableMoveBody, options?: WriteOptions) =>
  post(at('/api/tables/{id}/move', { id }), body, options);

export const handOver = (body: HandOverBody, options?: WriteOptions) =>
  post('/api/orders/transfer', body, options);

/** The address of an order alone. */
export const orderAt = (id: number) => at('/api/orders/{id}', { id });

/** Shows orders and tables as the box answered them, before the lists are fetched again. */
export function cacheMoved(orders: readonly Order[], tables: readonly Table[] = []): void {
  for (const order of orders) {
    cacheOrder(order);
    cacheQuery(orderAt(order.id), (known) => known && order);
  }
  for (const table of tables) cacheTable(table);
}
