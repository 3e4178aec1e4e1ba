/** Lists in pages: each names the next one in its Link header. */
import type { Address, AnswerOf, Call, PathOf } from './calls';
import { getResponse } from './client';

export interface Page<C extends Call<'get'>> {
  rows: AnswerOf<C>;
  /** The address of the next page; null at the end. */
  next: Address<PathOf<C>> | null;
}

export async function readPage<C extends Call<'get'>>(call: C, signal?: AbortSignal): Promise<Page<C>> {
  const response = await getResponse(call, signal);
  return { rows: await response.json(), next: nextOf(response.headers.get('Link')) as Page<C>['next'] };
}

/** `</api/admin/audit?before=12>; rel="next"`; only an address of the box itself is followed. */
export function nextOf(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return url?.startsWith('/api/') ? url : null;
}
