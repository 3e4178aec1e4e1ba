/** Renders a text once all queries have been answered or have failed, so that a test can wait for them. */
import { useQueries } from '@tanstack/react-query';

export const QUERIES_DONE = 'All queries are done';

export function QueriesDone({ urls }: { urls: readonly string[] }) {
  const queries = useQueries({ queries: urls.map((url) => ({ queryKey: [url] })) });
  return queries.every(({ isPending }) => !isPending) ? <p>{QUERIES_DONE}</p> : null;
}
