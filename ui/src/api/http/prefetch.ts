/** Prefetches the data of the first screen before its code has arrived; the screen's own call takes the answer over. */

import type { Call } from '../calls';

const pending = new Map<string, Promise<Response>>();
/** An answer that was not used by then is outdated. */
const KEEP_MS = 5_000;

export function prefetch(call: Call<'get'>, headers: Record<string, string>): void {
  const answer = fetch(call, { credentials: 'include', headers });
  // The caller that takes it handles the failure; an unused failure must not be an error in the console.
  answer.catch(() => pending.delete(call));
  pending.set(call, answer);
  setTimeout(() => pending.delete(call), KEEP_MS);
}

export function takePrefetched(call: Call<'get'>): Promise<Response> | undefined {
  const answer = pending.get(call);
  pending.delete(call);
  return answer;
}
