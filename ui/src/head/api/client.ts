/** HTTP client of head office: the cookie of the session, refusals as errors, and whether head office can be reached. */
import { ApiError, UnreachableError } from '../../api/http/error';
import { createStore } from '../../lib/state/store';
import { endSession, requireTotp, sessionStore, updateUser } from './session';
import type { ErrorCode } from './types';

/** How long one call may take before its answer counts as lost. A file may take longer. */
const TIMEOUT_MS = 15_000;
export const FILE_TIMEOUT_MS = 10 * 60_000;

/** False after a call got no answer, until one does. */
export const reachableStore = createStore(true);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface CallOptions {
  method?: Method;
  /** JSON, or a file as it is. */
  body?: unknown;
  /** Idempotency key of a write. */
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

const LOGIN = '/api/head/login';

/** Calls head office and gives the answer's JSON, undefined for an empty one. */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await respond(path, options);
  const text = await answered(response.text(), options.signal);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Calls head office and gives the whole answer, for files. */
export async function respond(path: string, options: CallOptions = {}): Promise<Response> {
  const { user } = sessionStore.get();
  const response = await answered(fetch(path, requestOf(options)), options.signal);
  const error = response.ok
    ? null
    : new ApiError(response.status, await answered(response.text()), response.statusText);
  reachableStore.set(!isAway(error));
  if (error === null) return response;
  // An answer to what an earlier user asked ends nothing.
  if (isSessionOver(error, path) && user && sessionStore.get().user?.id === user.id) endSession(true);
  if (error.code === 'password_change_required') updateUser({ mustChangePassword: true });
  if (isCode(error, 'totp_required')) requireTotp();
  throw error;
}

/** A 401 of the sign-in is about the password, one of a second factor about its code, which is wrong or missing. */
const isSessionOver = (error: ApiError, path: string): boolean =>
  error.status === 401 && path !== LOGIN && !isCode(error, 'code_wrong') && !isCode(error, 'code_required');

/** Codes that only head office has are not in the box's list. */
export const isCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && (error.code as string | undefined) === code;

/** A proxy without head office behind it, or head office without its database. */
const isAway = (error: ApiError | null): boolean =>
  error !== null && (error.status === 502 || error.status === 504 || isCode(error, 'database_away'));

function requestOf({ method = 'GET', body, key, signal, timeoutMs = TIMEOUT_MS }: CallOptions): RequestInit {
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  return {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : { 'Content-Type': type }),
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: isFile ? body : body === undefined ? undefined : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(timeoutMs),
  };
}

/** A call that fails, other than because its screen no longer needs it, has found no head office. */
async function answered<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted && signal.reason?.name === 'AbortError') throw error;
    reachableStore.set(false);
    throw new UnreachableError();
  }
}
