/** Parses the table from the address of the QR page, and builds the URL of the image. */
import { at } from '../../api/calls';

/** A table's number, all tables, or null for a code without a table. */
export type Choice = number | 'all' | null;

/** The table of a code. The address has its number, the paper its name. */
export interface CodeTable {
  number: number;
  name: string | null;
}

/** Null without a valid table number. */
export function choiceOf(search: string): Choice {
  const query = new URLSearchParams(search);
  if (query.has('all')) return 'all';
  const text = query.get('table') ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

export function pageUrl(choice: Choice): string {
  if (choice === 'all') return '/qr?all';
  return choice === null ? '/qr' : `/qr?table=${choice}`;
}

export function imageUrl(table: number | null): string {
  return at('/api/menu/qr', { format: 'svg', ...(table === null ? {} : { table }) });
}
