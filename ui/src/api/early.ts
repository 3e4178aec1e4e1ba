/** Fetches that main.tsx starts before the screen's code has arrived; the screen's own call takes them over. */

import type { Call } from './calls';

const early = new Map<string, Promise<Response>>();
/** An answer that nobody took by then is old news. */
const KEEP_MS = 5_000;

export function startEarly(call: Call<'get'>, headers: Record<string, string>): void {
  const answer = fetch(call, { credentials: 'include', headers });
  // Whoever takes it handles the failure; nobody taking it is no reason for an error in the console.
  answer.catch(() => early.delete(call));
  early.set(call, answer);
  setTimeout(() => early.delete(call), KEEP_MS);
}

export function takeEarly(call: Call<'get'>): Promise<Response> | undefined {
  const answer = early.get(call);
  early.delete(call);
  return answer;
}
