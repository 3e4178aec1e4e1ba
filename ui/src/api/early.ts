/** Fetches that main.tsx starts before the screen's code has arrived; the screen's own call takes them over. */

const early = new Map<string, Promise<Response>>();
/** An answer that nobody took by then is old news. */
const KEEP_MS = 5_000;

export function startEarly(path: string, headers: Record<string, string>): void {
  const answer = fetch(path, { credentials: 'include', headers });
  // Whoever takes it handles the failure; nobody taking it is no reason for an error in the console.
  answer.catch(() => early.delete(path));
  early.set(path, answer);
  setTimeout(() => early.delete(path), KEEP_MS);
}

export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early.get(path);
  early.delete(path);
  return answer;
}
