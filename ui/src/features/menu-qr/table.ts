/** Whose code the address asks for, and where the box draws it. */
import { at } from '../../api/calls';

/** A table's number, all tables, or null for a code without a table. */
export type Choice = number | 'all' | null;

/** Null for none, and for what is no table's number. */
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
