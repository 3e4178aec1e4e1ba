/** What a table's tile is headed by: the number or a short name in large letters; a longer name smaller and on up to two lines. */
import type { Table } from '../../../api/types';

/** Letters of a name that fit beside the status in large type, also at 360 pixels. */
const SHORT = 4;

export const SpotTitle = ({ table: { tableNumber, name } }: { table: Table }) => (
  <b className={name !== null && name.length > SHORT ? 'number named' : 'number'}>{name ?? tableNumber}</b>
);
