/** Paginated lists: the Link header of each page holds the address of the next one. */
import type { Address, AnswerOf, Call, PathOf } from '../calls';
import { getResponse } from './client';

/** A row of a list. */
export type RowOf<C extends Call<'get'>> = AnswerOf<C> extends readonly (infer Row)[] ? Row : never;

export interface Page<C extends Call<'get'>> {
  rows: AnswerOf<C>;
  /** The address of the next page; null at the end. */
  next: Address<PathOf<C>> | null;
}

export async function readPage<C extends Call<'get'>>(call: C, signal?: AbortSignal): Promise<Page<C>> {
  const response = await getResponse(call, signal);
  return { rows: await response.json(), next: nextOf(response.headers.get('Link')) as Page<C>['next'] };
}

/** A list from its first page to its last. */
export async function readAll<C extends Call<'get'>>(call: C, signal?: AbortSignal): Promise<RowOf<C>[]> {
  const all: RowOf<C>[] = [];
  for (let next: C | null = call; next !== null; ) {
    const page: Page<C> = await readPage(next, signal);
    all.push(...(page.rows as RowOf<C>[]));
    next = page.next as C | null;
  }
  return all;
}

/** Parses `</api/admin/audit?before=12>; rel="next"`; null unless the address is one of this API. */
export function nextOf(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return url?.startsWith('/api/') ? url : null;
}
