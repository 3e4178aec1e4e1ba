/** Says so once the box has answered, well or ill, for all of these: what is drawn from the answers is drawn by then. */
import { useQueries } from '@tanstack/react-query';

export const ANSWERED = 'The box has answered';

export function Answered({ urls }: { urls: readonly string[] }) {
  const answers = useQueries({ queries: urls.map((url) => ({ queryKey: [url] })) });
  return answers.every(({ isPending }) => !isPending) ? <p>{ANSWERED}</p> : null;
}
