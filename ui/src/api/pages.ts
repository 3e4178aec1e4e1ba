/** Lists in pages: each names the next one in its Link header. */
import { getResponse } from './client';

export interface Page<Row> {
  rows: Row[];
  /** The address of the next page; null at the end. */
  next: string | null;
}

export async function readPage<Row>(url: string, signal?: AbortSignal): Promise<Page<Row>> {
  const response = await getResponse(url, signal);
  return { rows: (await response.json()) as Row[], next: nextOf(response.headers.get('Link')) };
}

/** A list from its first page to its last. */
export async function readAll<Row>(url: string, signal?: AbortSignal): Promise<Row[]> {
  const all: Row[] = [];
  for (let next: string | null = url; next !== null; ) {
    const page: Page<Row> = await readPage(next, signal);
    all.push(...page.rows);
    next = page.next;
  }
  return all;
}

/** `</api/admin/audit?before=12>; rel="next"`; only an address of the box itself is followed. */
export function nextOf(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return url?.startsWith('/api/') ? url : null;
}
