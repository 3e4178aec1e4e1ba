/** Fetches that main.tsx starts before the screen's code has arrived; the screen's own call takes them over. */

import type { Call } from './calls';

const pending = new Map<string, Promise<Response>>();
/** An answer that nobody took by then is old news. */
const KEEP_MS = 5_000;

export function prefetch(call: Call<'get'>, headers: Record<string, string>): void {
  const answer = fetch(call, { credentials: 'include', headers });
  // Whoever takes it handles the failure; nobody taking it is no reason for an error in the console.
  answer.catch(() => pending.delete(call));
  pending.set(call, answer);
  setTimeout(() => pending.delete(call), KEEP_MS);
}

export function takePrefetched(call: Call<'get'>): Promise<Response> | undefined {
  const answer = pending.get(call);
  pending.delete(call);
  return answer;
}
