/** The parts of the bar that its tables stand in. */
import type { Table } from '../../../api/types';

/** Stands for all areas. No area has an empty name. */
export const ALL_AREAS = '';

/** The areas in the order of their tables; empty in a bar that uses none. */
export const areasOf = (tables: readonly Table[]): string[] => [
  ...new Set(tables.flatMap(({ area }) => area ?? [])),
];

/** The tables of an area; all of them for one that is not there any more. */
export function tablesIn(area: string, tables: readonly Table[]): readonly Table[] {
  const here = area === ALL_AREAS ? [] : tables.filter((table) => table.area === area);
  return here.length === 0 ? tables : here;
}
