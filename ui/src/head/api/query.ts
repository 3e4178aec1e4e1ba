/** Cache of what head office sent: fetched again every 15 seconds while it is on the screen. */
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from './client';

/** How often a screen fetches its figures again, in milliseconds. */
export const REFETCH_MS = 15_000;
const KEEP_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => call(String(queryKey[0]), { signal: withTimeout(signal) }),
      staleTime: 0,
      gcTime: KEEP_MS,
      retry: false,
      refetchInterval: REFETCH_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
  },
});

interface GetOptions {
  enabled?: boolean;
  /** Shows the figures of the period before until the new ones are there. */
  keep?: boolean;
  /** Milliseconds; false reads once. */
  every?: number | false;
}

/** Reads an address; null reads nothing. */
export function useGet<Answer>(path: string | null, options: GetOptions = {}): UseQueryResult<Answer, Error> {
  const { enabled = true, keep = false, every = REFETCH_MS } = options;
  return useQuery<Answer, Error>({
    queryKey: [path],
    enabled: enabled && path !== null,
    refetchInterval: every,
    ...(every === false && { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false }),
    ...(keep && { placeholderData: keepPreviousData as never }),
  });
}

/** Fetches again what is below one of these addresses. */
export function refresh(...roots: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => roots.some((root) => String(path).startsWith(root)),
  });
}

/** Longest wait for figures, in milliseconds: a report over 100 bars and a year takes a fraction of it. */
const ANSWER_MS = 12_000;

/** The query's own signal, which also stops after a time. */
function withTimeout(signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('no answer', 'TimeoutError')), ANSWER_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop.abort(signal.reason);
  });
  return stop.signal;
}
