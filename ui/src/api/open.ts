/** Reads what the box tells anybody: no token, and nothing of the session's code. For the pages of guests. */

export async function getOpen<T>(path: string): Promise<T> {
  const answer = await fetch(path, { credentials: 'include' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
