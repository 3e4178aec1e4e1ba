/** The API calls of table service; their answers are shown before the lists are fetched again. */
import { at } from '../../api/calls';
import { del, patch, post, put, type WriteOptions } from '../../api/http/client';
import { cacheQuery } from '../../api/http/query';
import type {
  AttachBody,
  ItemChangeBody,
  Order,
  OrderExemptionBody,
  OrderItemBody,
  OrderServiceChargeBody,
  OrderStatus,
  OrderStatusBody,
  OrderVoidBody,
  RemovalBody,
  Table,
  TableStatus,
} from '../../api/types';

export const ORDERS = '/api/orders';
export const TABLES = '/api/tables';
export const PRODUCTS = '/api/products';

/** Lists to fetch again after an order's items change. */
export const ITEM_LISTS = [ORDERS, PRODUCTS] as const;
/** Lists to fetch again after a payment on an order. */
export const MONEY_LISTS = [ORDERS, '/api/receipts', '/api/sales', '/api/credit', '/api/tabs'] as const;

export const setStatus = (id: number, status: OrderStatus, options?: WriteOptions) =>
  patch(at('/api/orders/{id}/status', { id }), { status }, options);

export const cancelOrder = (id: number, body: Omit<OrderStatusBody, 'status'>, options?: WriteOptions) =>
  patch(at('/api/orders/{id}/status', { id }), { status: 'cancelled', ...body }, options);

export const setTableStatus = (id: number, status: TableStatus, options?: WriteOptions) =>
  patch(at('/api/tables/{id}/status', { id }), { status }, options);

export const removeItem = (id: number, itemId: number, body?: RemovalBody, options?: WriteOptions) =>
  del(at('/api/orders/{id}/items/{itemId}', { id, itemId }), body, options);

export const changeItem = (id: number, itemId: number, body: ItemChangeBody, options?: WriteOptions) =>
  patch(at('/api/orders/{id}/items/{itemId}', { id, itemId }), body, options);

export const addItem = (id: number, body: OrderItemBody, options?: WriteOptions) =>
  post(at('/api/orders/{id}/items', { id }), body, options);

export const attachToCredit = (id: number, customer: AttachBody, options?: WriteOptions) =>
  post(at('/api/orders/{id}/credit', { id }), customer, options);

export const voidOrder = (id: number, body: OrderVoidBody, options?: WriteOptions) =>
  post(at('/api/orders/{id}/void', { id }), body, options);

export const setServiceCharge = (id: number, body: OrderServiceChargeBody, options?: WriteOptions) =>
  post(at('/api/orders/{id}/service-charge', { id }), body, options);

export const exemptOrder = (id: number, body: OrderExemptionBody, options?: WriteOptions) =>
  put(at('/api/orders/{id}/tax-exemption', { id }), body, options);

export const taxOrder = (id: number, options?: WriteOptions) =>
  del(at('/api/orders/{id}/tax-exemption', { id }), undefined, options);

/** Shows the order as the server answered it, before the list is fetched again. */
export function cacheOrder(order: Order): void {
  cacheQuery(ORDERS, (list) => {
    if (!list) return list;
    const known = list.some(({ id }) => id === order.id);
    return known ? list.map((other) => (other.id === order.id ? order : other)) : [order, ...list];
  });
}

export function cacheTable(table: Table): void {
  cacheQuery(TABLES, (list) => list?.map((other) => (other.id === table.id ? table : other)));
}
