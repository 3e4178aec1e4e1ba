/** How the calls about the machine are sent. */
import type { Call } from '../../api/calls';
import { getResponse, post, put, type WriteOptions } from '../../api/http/client';

/** A box that changes its network or restarts leaves connections hanging. */
const ANSWER_MS = 4_000;

/** Reads JSON, and the box's time at the answer, if it says one. */
export async function readNow<T>(path: Call<'get'>): Promise<{ body: T; boxNow: number | null }> {
  const response = await getResponse(path, AbortSignal.timeout(ANSWER_MS));
  const date = Date.parse(response.headers.get('Date') ?? '');
  return { body: (await response.json()) as T, boxNow: Number.isNaN(date) ? null : date };
}

export const sendPut = <T>(path: Call<'put'>, body: object, options: WriteOptions) =>
  put(path, body as never, options) as Promise<T>;

export const sendPost = <T>(path: Call<'post'>, body: object | undefined, options: WriteOptions) =>
  post(path, body as never, options) as Promise<T>;
