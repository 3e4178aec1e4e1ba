/** HTTP client: credentials, the errors of product.md, and writes that are sent again after a lost answer. */
import { newKey } from '../../lib/random';
import type { AnswerOf, BodyOf, Call, WithBody } from '../calls';
import { refuseToken, requirePasswordChange, sessionStore } from '../session';
import { ApiError, UnreachableError } from './error';
import { takePrefetched } from './prefetch';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How long one try may take before its answer counts as lost. */
const TRY_TIMEOUT_MS = 6_000;
/** How long a write whose answer was lost is tried again. */
export const RETRY_FOR_MS = 20_000;
const RETRY_PAUSE_MS = 1_000;

export interface WriteOptions {
  /** The idempotency key; the same on every try of one write. */
  key?: string;
  /** Called with true when the first answer is lost, and with false at the end. */
  onWaiting?: (waiting: boolean) => void;
  /** How long one try may take, for slow writes such as a backup; in milliseconds. */
  tryMs?: number;
  /** A manager is not asked for an approval: the screen has something to ask before. */
  asksFirst?: true;
}

/** What was sent, for a second try. */
export interface Sent {
  method: Method;
  path: string;
  body?: unknown;
  options?: WriteOptions;
}

/** Set by the staff screens. */
export const hooks: {
  /**
   * May lift a refusal: resolves with the headers of a second try, or with null to let it be; may reject with another reason. It may
   * change the body that is sent.
   */
  recover?: (refused: ApiError, sent: Sent) => Promise<Record<string, string> | null>;
  /** Called after each successful write. */
  onSent?: (sent: Sent) => void;
} = {};

/** The headers of a second try; throws the error where there is none. */
async function recovered(error: unknown, sent: Sent): Promise<Record<string, string>> {
  const more = error instanceof ApiError && (await hooks.recover?.(error, sent));
  if (!more) throw error;
  return more;
}

/** Reads JSON. */
export async function get<C extends Call<'get'>>(call: C, signal?: AbortSignal): Promise<AnswerOf<C>> {
  return json(await getResponse(call, signal));
}

/** Reads any content, such as a file. */
export async function getResponse(call: Call<'get'>, signal?: AbortSignal): Promise<Response> {
  const { token } = sessionStore.get();
  const early = takePrefetched(call)?.catch(() => {
    throw new UnreachableError();
  });
  try {
    return await checked(await (early ?? attempt('GET', call, undefined, {}, signal)), token);
  } catch (error) {
    await recovered(error, { method: 'GET', path: call });
    return getResponse(call, signal);
  }
}

type Write<M extends 'post' | 'put' | 'patch' | 'delete'> = <C extends Call<M>>(
  call: C,
  ...sent: WithBody<C, M, WriteOptions>
) => Promise<AnswerOf<C, M>>;

const writer = (method: Method) => (path: string, body?: unknown, options?: WriteOptions) =>
  send(method, path, body, options);

/** Untyped, for useOnce alone. */
export const postAny = writer('POST');
export const post = postAny as Write<'post'>;
export const put = writer('PUT') as Write<'put'>;
export const patch = writer('PATCH') as Write<'patch'>;
export const del = writer('DELETE') as Write<'delete'>;

/** Posts once; a lost answer is an UnreachableError at once. For sign-in and password changes, which take no idempotency keys. */
export async function sendOnce<C extends Call<'post'>>(
  call: C,
  body: BodyOf<C, 'post'>,
): Promise<AnswerOf<C, 'post'>> {
  const { token } = sessionStore.get();
  return json(await checked(await attempt('POST', call, body), token));
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: WriteOptions = {},
): Promise<unknown> {
  let headers: Record<string, string> = { 'Idempotency-Key': options.key ?? newKey() };
  const { tryMs = TRY_TIMEOUT_MS } = options;
  const limit = Math.max(RETRY_FOR_MS, tryMs);
  let until = Date.now() + limit;
  let waiting = false;
  const sent = { method, path, body, options };
  const sender = sessionStore.get().user?.username;
  try {
    for (;;) {
      const { token, user } = sessionStore.get();
      // An enrolled device may have been locked meanwhile: what one person sends is not sent again in the name of the next.
      if (user?.username !== sender) throw new UnreachableError();
      try {
        const timeout = AbortSignal.timeout(Math.max(1, Math.min(tryMs, until - Date.now())));
        const answer = await json(
          await checked(await attempt(method, path, sent.body, headers, timeout), token),
        );
        hooks.onSent?.(sent);
        return answer;
      } catch (error) {
        if (!(error instanceof UnreachableError)) {
          headers = { ...headers, ...(await recovered(error, sent)) };
          until = Date.now() + limit;
          continue;
        }
        if (Date.now() + RETRY_PAUSE_MS >= until) throw error;
      }
      if (!waiting) {
        waiting = true;
        options.onWaiting?.(true);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  } finally {
    if (waiting) options.onWaiting?.(false);
  }
}

async function attempt(
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      headers: {
        ...headers,
        ...authorization(),
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted && signal.reason?.name === 'AbortError') throw error;
    throw new UnreachableError();
  }
}

export function authorization(): Record<string, string> {
  const { token } = sessionStore.get();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function checked(response: Response, token: string | null): Promise<Response> {
  if (response.ok) return response;
  const error = new ApiError(response.status, await text(response), response.statusText);
  // A 401 of the sign-in means a wrong password, not an expired session.
  if (error.status === 401 && !response.url.endsWith('/api/auth/login')) refuseToken(token);
  if (error.code === 'password_change_required') requirePasswordChange();
  throw error;
}

async function json<T>(response: Response): Promise<T> {
  const body = await text(response);
  return (body === '' ? undefined : JSON.parse(body)) as T;
}

/** The connection may break between the headers and the body of a response; then the answer is lost too. */
async function text(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw new UnreachableError();
  }
}
