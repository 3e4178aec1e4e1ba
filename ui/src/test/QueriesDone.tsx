/** Says so once the box has answered, well or ill, for all of these: what is drawn from the answers is drawn by then. */
import { useQueries } from '@tanstack/react-query';

export const QUERIES_DONE = 'The box has answered';

export function QueriesDone({ urls }: { urls: readonly string[] }) {
  const answers = useQueries({ queries: urls.map((url) => ({ queryKey: [url] })) });
  return answers.every(({ isPending }) => !isPending) ? <p>{QUERIES_DONE}</p> : null;
}
