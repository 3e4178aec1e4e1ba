/** GET without a token, for the guests' pages: it keeps the session's code out of their bundle. */

import type { AnswerOf, Call } from './calls';

export async function getPublic<C extends Call<'get'>>(call: C): Promise<AnswerOf<C>> {
  const answer = await fetch(call, { credentials: 'include' });
  if (!answer.ok) throw new Error(`${call}: ${answer.status}`);
  return answer.json();
}
