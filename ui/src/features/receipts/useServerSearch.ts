/** Searches receipts that are too old to be on this phone on the server, page by page. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { at } from '../../api/calls';
import { readPage } from '../../api/http/pages';
import { type Older, useOlder } from '../../api/http/useOlder';
import type { Receipt } from '../../api/types';
import { PAGE } from './useReceipts';

const PAUSE_MS = 300;

/** `needed` when not all receipts are loaded. */
export function useServerSearch(query: string, needed: boolean): Older<Receipt> {
  const [settled, setSettled] = useState('');
  const text = query.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = needed && text !== '';
  const url = at('/api/receipts', { q: settled });
  const asked = wanted && settled === text;
  const first = useQuery({
    queryKey: ['receipts-found', asked ? url : ''],
    queryFn: ({ signal }) => readPage(url, signal),
    enabled: asked,
  });
  const found = asked ? first.data : undefined;
  const older = useOlder(url, found, PAGE);
  const begun = found !== undefined;
  return {
    ...older,
    rows: [...(found?.rows ?? []), ...older.rows],
    more: wanted && (!begun || older.more),
    reading: begun ? older.reading : first.isError && asked ? 'failed' : 'yes',
    readMore: () => (begun ? older.readMore() : void first.refetch()),
    stop: begun ? older.stop : null,
  };
}
