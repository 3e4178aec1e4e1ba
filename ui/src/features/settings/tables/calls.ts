/** The API calls of dining tables, and the next free number. */
import { at } from '../../../api/calls';
import { del, post, put, type WriteOptions } from '../../../api/http/client';
import type { Table, TableBody } from '../../../api/types';

export const TABLES = '/api/tables';
/** The newest order; none in a bar that has never taken one. */
export const ANY_ORDER = at('/api/orders', { limit: 1 });
export const AFTER_TABLE = [TABLES] as const;
export const SEATS_DEFAULT = '4';

export const saveTable = ({ id, ...body }: TableBody & { id: number | null }, options: WriteOptions) =>
  id === null ? post(TABLES, body, options) : put(at('/api/tables/{id}', { id }), body, options);

export const deleteTable = (id: number, options: WriteOptions) =>
  del(at('/api/tables/{id}', { id }), undefined, options);

export function nextNumber(tables: readonly Table[]): number {
  return 1 + tables.reduce((highest, { tableNumber }) => Math.max(highest, tableNumber), 0);
}
