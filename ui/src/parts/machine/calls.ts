/** How the calls about the machine are sent. */
import type { Call } from '../../api/calls';
import { getResponse, post, put, type WriteOptions } from '../../api/http/client';

/** A call of the machine, which other machines answer with 404. */
export const machineCall = <M extends 'get' | 'post' | 'put'>(path: string) => path as unknown as Call<M>;

/** A box that changes its network or restarts leaves connections hanging. */
const ANSWER_MS = 4_000;

/** Reads JSON, and the box's time at the answer, if it says one. */
export async function readNow<T>(path: string): Promise<{ body: T; boxNow: number | null }> {
  const response = await getResponse(machineCall<'get'>(path), AbortSignal.timeout(ANSWER_MS));
  const date = Date.parse(response.headers.get('Date') ?? '');
  return { body: (await response.json()) as T, boxNow: Number.isNaN(date) ? null : date };
}

export const sendPut = <T>(path: string, body: object, options: WriteOptions) =>
  put(machineCall<'put'>(path), body as never, options) as Promise<T>;

export const sendPost = <T>(path: string, body: object | undefined, options: WriteOptions) =>
  post(machineCall<'post'>(path), body as never, options) as Promise<T>;
