/** Which table the address names, and where the box draws its code. */

/** Null for none, and for what is no table's number. */
export function tableOf(search: string): number | null {
  const text = new URLSearchParams(search).get('table') ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

export function pageUrl(table: number | null): string {
  return table === null ? '/qr' : `/qr?table=${table}`;
}

export function imageUrl(table: number | null): string {
  return `/api/menu/qr?format=svg${table === null ? '' : `&table=${table}`}`;
}
