/** All tables of a new bar at once: as many as there are, with the same seats at each. */
import { at } from '../../../api/calls';
import { post, put, type WriteOptions } from '../../../api/http/client';
import type { Table } from '../../../api/types';
import { deleteTable, TABLES } from './calls';

/** More are added one by one, and a typing mistake makes no thousand tables. */
export const TABLES_MAX = 60;
const SEATS_MAX = 100;

export interface TablePlan {
  count: string;
  seats: string;
}

/** The number, if it is a whole one of 1 to `max`. */
function wholeUpTo(max: number, text: string): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : null;
}
export const countOf = ({ count }: TablePlan) => wholeUpTo(TABLES_MAX, count);
export const seatsOf = ({ seats }: TablePlan) => wholeUpTo(SEATS_MAX, seats);

export type TableChange =
  | { what: 'add'; tableNumber: number }
  | { what: 'seats'; table: Table }
  | { what: 'remove'; table: Table };

/** What makes tables 1 to `count` of `seats` each out of the present ones. A table that has got a name or an area stays. */
export function changesTo(tables: readonly Table[], count: number, seats: number): TableChange[] {
  const numbers = new Set(tables.map(({ tableNumber }) => tableNumber));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !numbers.has(number));
  const plain = tables.filter(({ name, area }) => name === null && area === null);
  return [
    ...plain
      .filter(({ tableNumber }) => tableNumber > count)
      .map((table) => ({ what: 'remove' as const, table })),
    ...plain
      .filter(({ tableNumber, capacity }) => tableNumber <= count && capacity !== seats)
      .map((table) => ({ what: 'seats' as const, table })),
    ...missing.map((tableNumber) => ({ what: 'add' as const, tableNumber })),
  ];
}

interface SetUp {
  tables: readonly Table[];
  count: number;
  seats: number;
}

/** One call for each table, under a key of its own: a second try repeats none. */
export async function setUpTables({ tables, count, seats }: SetUp, options: WriteOptions): Promise<number> {
  for (const change of changesTo(tables, count, seats)) {
    const number = change.what === 'add' ? change.tableNumber : change.table.tableNumber;
    const own = { ...options, key: `${options.key}:${number}` };
    if (change.what === 'add')
      await post(TABLES, { tableNumber: String(number), capacity: String(seats) }, own);
    else if (change.what === 'remove') await deleteTable(change.table.id, own);
    else await put(at('/api/tables/{id}', { id: change.table.id }), { capacity: String(seats) }, own);
  }
  return count;
}
