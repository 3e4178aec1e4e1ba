/** Searches all receipts on the server, page by page: by filters, and by words that a phone's list does not hold. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { at } from '../../../api/calls';
import { readPage } from '../../../api/http/pages';
import { type Older, useOlder } from '../../../api/http/useOlder';
import type { Receipt } from '../../../api/types';
import { PAGE } from '../useReceipts';

const PAUSE_MS = 300;

/** `wanted`: the query's parameters; without any, nothing is searched. */
export function useServerSearch(wanted: Record<string, string>): Older<Receipt> {
  const [settled, setSettled] = useState('');
  const url = at('/api/receipts', wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const needed = Object.keys(wanted).length > 0;
  const asked = needed && settled === url;
  const first = useQuery({
    // The address comes first, so that a void or a new sale fetches the list again.
    queryKey: [asked ? url : '', 'page'],
    queryFn: ({ signal }) => readPage(url, signal),
    enabled: asked,
  });
  const found = asked ? first.data : undefined;
  const older = useOlder(url, found, PAGE);
  const begun = found !== undefined;
  return {
    ...older,
    rows: [...(found?.rows ?? []), ...older.rows],
    more: needed && (!begun || older.more),
    reading: begun ? older.reading : first.isError && asked ? 'failed' : 'yes',
    readMore: () => (begun ? older.readMore() : void first.refetch()),
    stop: begun ? older.stop : null,
  };
}
