/** Cache of server data: TanStack Query with the defaults of product.md. A query key joined by '/' is its URL. */
import {
  type Query,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { createStore } from '../../lib/state/store';
import type { AnswerOf, Call, Root } from '../calls';
import { get } from './client';

/** How long data that no mounted component uses is kept, in milliseconds. */
const KEEP_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => get(urlOf(queryKey) as Call<'get'>, signal),
      staleTime: 0,
      gcTime: KEEP_MS,
      retry: false,
      refetchOnWindowFocus: false,
      // Live updates refetch everything when the box is reachable again; the browser's "online" says only that some
      // network is there.
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** How often all that was read was forgotten. */
export const forgottenStore = createStore(0);

/** Forgets every answer, and reads again what is on the screen: not all of it is for this person any more. */
export function forgetAll(): Promise<void> {
  forgottenStore.set(forgottenStore.get() + 1);
  return queryClient.resetQueries();
}

function urlOf(key: QueryKey): string {
  return key.join('/');
}

/** Reads the server's answer to a call. */
export function useGet<C extends Call<'get'>>(
  call: C,
  options?: Omit<UseQueryOptions<AnswerOf<C>, Error>, 'queryKey' | 'queryFn'>,
): UseQueryResult<AnswerOf<C>, Error> {
  return useQuery<AnswerOf<C>, Error>({ queryKey: [call], ...options });
}

/** The cached answer, if any. */
export function cachedQuery<C extends Call<'get'>>(call: C): AnswerOf<C> | undefined {
  return queryClient.getQueryData<AnswerOf<C>>([call]);
}

/**
 * Replaces the cached answer, so that screens show it at once. A fetch that is under way may bring what was there before: it is cancelled
 * and begun again.
 */
export function cacheQuery<C extends Call<'get'>>(
  call: C,
  newer: (known: AnswerOf<C> | undefined) => AnswerOf<C> | undefined,
): void {
  const query = { queryKey: [call], exact: true };
  const underWay = queryClient.isFetching(query);
  void queryClient.cancelQueries(query);
  queryClient.setQueryData<AnswerOf<C>>(query.queryKey, newer);
  if (underWay) void queryClient.invalidateQueries(query);
}

export const RATE = '/api/exchange-rate';

/** The exchange rate: never cached, fetched again on mount and on focus. */
export function useRate() {
  return useGet(RATE, { gcTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
}

/** Key of the older receipts, which are read once: only a void changes them. */
export const OLDER_RECEIPTS = 'older-receipts';

/**
 * Refetches every query whose URL is one of these or below one, and those with one of them in the meta `changesWith`; but not those with
 * the meta `readOnce`: screens read them when they open.
 */
export function refresh(...urls: Root[]): Promise<void> {
  return refetch(
    ({ queryKey, meta, observers }) =>
      !meta?.readOnce &&
      urls.some(
        (url) =>
          // Of each screen that shows it: the query itself has the meta of the one that came last.
          observers.some(({ options }) => options.meta?.changesWith === url) || isBelow(urlOf(queryKey), url),
      ),
  );
}

/** Refetches every query. */
export const refreshAll = (): Promise<void> => refetch(() => true);

/**
 * Refetches these queries. A fetch that is under way may bring what was there before the change, so it is followed by a second one.
 * TanStack Query by itself forgets a change that comes during the first fetch of a query.
 */
async function refetch(matches: (query: Query) => boolean): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ predicate: matches, fetchStatus: 'fetching' });
  await invalidate(matches);
  await invalidate((query) => underWay.includes(query));
}

/** A fetch that is under way goes on: cancelled by each change, it would not end while changes keep coming. */
const invalidate = (predicate: (query: Query) => boolean) =>
  queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });

function isBelow(url: string, root: string): boolean {
  return url === root || url.startsWith(`${root}/`) || url.startsWith(`${root}?`);
}
