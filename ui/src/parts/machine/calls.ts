/** Reads about a machine that may be out of reach. */
import type { AnswerOf, Call } from '../../api/calls';
import { getResponse } from '../../api/http/client';

/** A box that changes its network or restarts leaves connections hanging. */
const ANSWER_MS = 4_000;

/** Reads JSON, and the box's time at the answer, if it says one. */
export async function readNow<C extends Call<'get'>>(
  call: C,
): Promise<{ body: AnswerOf<C>; boxNow: number | null }> {
  const response = await getResponse(call, AbortSignal.timeout(ANSWER_MS));
  const date = Date.parse(response.headers.get('Date') ?? '');
  return { body: await response.json(), boxNow: Number.isNaN(date) ? null : date };
}
