/** Loads credit items: unpaid and newest ones live, older paid ones on request. */
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
  const items = useMemo(() => {
    // An old unpaid item is on the first page until it is paid; then it moves to an older page.
    const known = new Map([...older.rows, ...(newest.data?.rows ?? [])].map((item) => [item.id, item]));
    return [...known.values()].sort((one, other) => other.id - one.id);
  }, [newest.data, older.rows]);
  return { newest, items, older };
}
