/** Prefetches the data of the first screen while its code is still loading; the screen's own call uses the response. */

import type { Call } from '../calls';

const pending = new Map<string, Promise<Response>>();
/** After this time an unused response is outdated and dropped. */
const KEEP_MS = 5_000;

export function prefetch(call: Call<'get'>, headers: Record<string, string>): void {
  const answer = fetch(call, { credentials: 'include', headers });
  // The caller of takePrefetched handles a failure; an unused one must not be an error in the console.
  answer.catch(() => pending.delete(call));
  pending.set(call, answer);
  setTimeout(() => pending.delete(call), KEEP_MS);
}

export function takePrefetched(call: Call<'get'>): Promise<Response> | undefined {
  const answer = pending.get(call);
  pending.delete(call);
  return answer;
}
