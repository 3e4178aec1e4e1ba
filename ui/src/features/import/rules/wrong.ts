/** Rows that are wrong in the same way, such as all without a price. */
import type { ImportRow } from '../types';

export interface Alike {
  /** What is wrong with each of them. */
  message: string;
  rows: ImportRow[];
}

/** As many rows as this are a kind of their own. */
const KIND_MIN = 2;

/** Kinds in the order of the file, and the rows that are like no other. */
export function kindsOf(wrong: readonly ImportRow[]): { alike: Alike[]; others: ImportRow[] } {
  const byMessage = new Map<string, ImportRow[]>();
  for (const row of wrong) {
    const message = row.message ?? '';
    const rows = byMessage.get(message);
    if (rows) rows.push(row);
    else byMessage.set(message, [row]);
  }
  const kinds = [...byMessage].map(([message, rows]) => ({ message, rows }));
  return {
    alike: kinds.filter(({ rows }) => rows.length >= KIND_MIN),
    others: kinds.flatMap(({ rows }) => (rows.length < KIND_MIN ? rows : [])),
  };
}
