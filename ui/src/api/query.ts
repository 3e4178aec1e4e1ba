/** Server data: TanStack Query with product.md's defaults. The URL of a list is its key joined by '/'. */
import { QueryClient, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { get } from './client';

/** How long data of a screen that nobody looks at is kept. */
const KEEP_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => get(urlOf(queryKey), signal),
      staleTime: 0,
      gcTime: KEEP_MS,
      retry: false,
      refetchOnWindowFocus: false,
      // Live updates refetch everything when the box is back; the browser's own notion of "online" is
      // about some network, not about the box.
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function urlOf(key: QueryKey): string {
  return key.join('/');
}

/** Reads one URL, given in parts: `useGet<Product[]>('/api/products')`. */
export function useGet<T>(...key: (string | number)[]): UseQueryResult<T, Error> {
  return useQuery<T, Error>({ queryKey: key });
}

export const RATE = '/api/exchange-rate';

/** The rate is never cached and is fetched again on mount and on focus. */
export function useRate() {
  return useQuery<import('./types').ExchangeRate, Error>({
    queryKey: [RATE],
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Fetches again whatever shows one of these URLs or something below them. */
export function refresh(...urls: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => urls.some((url) => isBelow(urlOf(queryKey), url)),
  });
}

function isBelow(url: string, root: string): boolean {
  return url === root || url.startsWith(`${root}/`) || url.startsWith(`${root}?`);
}
