/** Sends a file as it is. Apart from the client of all screens, because few screens send one. */
import type { AnswerOf, Call } from '../calls';
import { refuseToken, sessionStore } from '../session';
import { authorization, hooks } from './client';
import { ApiError, UnreachableError } from './error';

/** Long enough for 64 MB over the Wi-Fi of a bar. */
const UPLOAD_MS = 180_000;

/** Posts a file once; a lost answer is an UnreachableError. A refusal that the shell can lift is followed by a second try. */
export async function upload<C extends Call<'post'>>(call: C, file: Blob): Promise<AnswerOf<C, 'post'>> {
  try {
    return await attempt(call, file);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const more = await hooks.recover?.(error, { method: 'POST', path: call });
    if (!more) throw error;
    return attempt(call, file, more);
  }
}

async function attempt<C extends Call<'post'>>(
  call: C,
  file: Blob,
  headers: Record<string, string> = {},
): Promise<AnswerOf<C, 'post'>> {
  const { token } = sessionStore.get();
  const [response, body] = await fetch(call, {
    method: 'POST',
    credentials: 'include',
    headers: { ...headers, ...authorization(), 'Content-Type': 'application/octet-stream' },
    body: file,
    signal: AbortSignal.timeout(UPLOAD_MS),
  })
    .then(async (answer) => [answer, await answer.text()] as const)
    .catch(() => {
      throw new UnreachableError();
    });
  if (response.ok) return JSON.parse(body) as AnswerOf<C, 'post'>;
  if (response.status === 401) refuseToken(token);
  throw new ApiError(response.status, body, response.statusText);
}
