/** What a table's tile is headed by: its name, smaller and on up to two lines, or the number alone. */
import type { Table } from '../../../api/types';

export const SpotTitle = ({ table: { tableNumber, name } }: { table: Table }) => (
  <b className={name === null ? 'number' : 'number named'}>{name ?? tableNumber}</b>
);
