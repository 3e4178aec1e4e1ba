/** Tables without their looks: the calls, and the next number to give. */
import { del, post, put, type WriteOptions } from '../../api/client';
import type { Table } from '../../api/types';

export const TABLES = '/api/tables';
export const AFTER_TABLE = [TABLES] as const;
export const SEATS_DEFAULT = '4';

/** As typed; the box reads and refuses. */
interface TableBody {
  tableNumber: string;
  capacity: string;
}

export const saveTable = ({ id, ...body }: TableBody & { id: number | null }, options: WriteOptions) =>
  id === null ? post<Table>(TABLES, body, options) : put<Table>(`${TABLES}/${id}`, body, options);

export const deleteTable = (id: number, options: WriteOptions) => del(`${TABLES}/${id}`, undefined, options);

export function nextNumber(tables: readonly Table[]): number {
  return 1 + tables.reduce((highest, { tableNumber }) => Math.max(highest, tableNumber), 0);
}
