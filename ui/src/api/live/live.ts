/** Live updates: keeps screens fresh while a user is signed in, and tracks whether the server is reachable. */
import { createStore } from '../../lib/state/store';
import type { Call, Schemas } from '../calls';
import { authorization } from '../http/client';
import { refuseToken } from '../session';
import type { Topic } from '../types';
import { readEvents, type ServerEvent } from './sse';

/** The server sends a comment every 15 s; after a longer silence it counts as unreachable. */
export const SILENCE_MS = 20_000;
/** Pause between two tries to reach the box; with CONNECT_TIMEOUT_MS well under the 10 s that screens promise. */
export const RETRY_MS = 2_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** Without a stream, of which there can be too many, everything is read again after this time. */
export const POLL_MS = 10_000;
/** No event reports a change between reading the lists and opening the stream, so the lists are read again. */
export const CATCH_UP_MS = 500;
/** Pause before reopening, so that a stream which ends at once is not reopened in a loop. */
const REOPEN_MS = 300;

/** False while the server does not answer; every staff screen says so. */
export const reachableStore = createStore(true);

interface LiveHandlers {
  /** The topics that changed; null when anything may have changed. */
  onChange: (topics: Topic[] | null) => void;
}

/** Runs until the returned function is called, or until the server refuses `token`, the session's token. */
export function startLive(token: string, { onChange }: LiveHandlers): () => void {
  const stop = new AbortController();
  let lastId: string | null = null;
  let wake = () => {};
  let caughtUp = false;

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  function onEvent(event: ServerEvent) {
    if (event.id !== null) lastId = event.id;
    if (event.event === 'change') onChange(topicsOf(event.data));
  }

  function markReachable() {
    if (reachableStore.get()) return;
    reachableStore.set(true);
    refreshAll();
  }

  function refreshAll() {
    caughtUp = true;
    onChange(null);
  }

  /** Runs one connection and returns how it ended; 'absent' means that the box gives no stream. */
  async function stream(): Promise<'ended' | 'absent' | 'lost' | 'refused'> {
    const connection = new AbortController();
    const disconnect = () => connection.abort();
    let timer = setTimeout(disconnect, CONNECT_TIMEOUT_MS);
    let catchUp: ReturnType<typeof setTimeout> | undefined;
    stop.signal.addEventListener('abort', disconnect);
    addEventListener('offline', disconnect);
    try {
      const response = await fetch('/api/live' satisfies Call<'get'>, {
        credentials: 'include',
        headers: {
          ...authorization(),
          Accept: 'text/event-stream',
          ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        },
        cache: 'no-store',
        signal: connection.signal,
      });
      if (response.status === 401) return 'refused';
      if (!response.ok || !response.body) return 'absent';
      const onActivity = () => {
        clearTimeout(timer);
        timer = setTimeout(disconnect, SILENCE_MS);
      };
      onActivity();
      const wasLost = !reachableStore.get();
      markReachable();
      if (!wasLost && (!caughtUp || lastId === null)) catchUp = setTimeout(refreshAll, CATCH_UP_MS);
      await readEvents(response.body, onEvent, onActivity).catch(() => {});
      return 'ended';
    } catch {
      return 'lost';
    } finally {
      clearTimeout(timer);
      clearTimeout(catchUp);
      removeEventListener('offline', disconnect);
      stop.signal.removeEventListener('abort', disconnect);
    }
  }

  async function waitToRetry() {
    reachableStore.set(false);
    await wait(RETRY_MS);
  }

  async function poll() {
    markReachable();
    await wait(POLL_MS);
    if (!stop.signal.aborted) onChange(null);
  }

  async function run() {
    while (!stop.signal.aborted) {
      const outcome = await stream();
      if (stop.signal.aborted) return;
      if (outcome === 'refused') {
        refuseToken(token);
        return;
      }
      if (outcome === 'ended') await wait(REOPEN_MS);
      else if (outcome === 'lost') await waitToRetry();
      else await poll();
    }
  }

  const onOnline = () => wake();
  addEventListener('online', onOnline);
  void run();
  return () => {
    stop.abort();
    wake();
    removeEventListener('online', onOnline);
    reachableStore.set(true);
  };
}

/** The server's health; null when it does not answer. Only signed-in users get the journal's number. */
export async function boxHealth(): Promise<Partial<Schemas['Health']> | null> {
  try {
    const response = await fetch('/healthz' satisfies Call<'get'>, {
      headers: authorization(),
      cache: 'no-store',
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function topicsOf(data: string): Topic[] | null {
  try {
    const { topics } = JSON.parse(data) as Partial<Schemas['LiveChange']>;
    return Array.isArray(topics) ? topics : null;
  } catch {
    return null;
  }
}
