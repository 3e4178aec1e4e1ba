/** Loads paid credit items: the newest ones live, older ones on request. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Page, readPage } from '../../api/http/pages';
import { useOlder } from '../../api/http/useOlder';
import { CREDIT } from './calls';

export function useCredit() {
  const newest = useQuery<Page<typeof CREDIT>, Error>({
    queryKey: [CREDIT],
    queryFn: ({ signal }) => readPage(CREDIT, signal),
  });
  const older = useOlder(CREDIT, newest.data);
  const paid = useMemo(
    () => [...older.rows, ...(newest.data?.rows ?? [])].filter(({ status }) => status === 'paid'),
    [newest.data, older.rows],
  );
  return { newest, paid, older };
}
