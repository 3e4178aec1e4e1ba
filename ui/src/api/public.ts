/** Reads public resources without a token and without the session's code, for the pages of guests. */

import type { AnswerOf, Call } from './calls';

export async function getPublic<C extends Call<'get'>>(call: C): Promise<AnswerOf<C>> {
  const answer = await fetch(call, { credentials: 'include' });
  if (!answer.ok) throw new Error(`${call}: ${answer.status}`);
  return answer.json();
}
