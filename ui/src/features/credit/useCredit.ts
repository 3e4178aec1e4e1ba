/** Credit items: all that is owed and the newest of the rest live; older ones, which are paid, when they are asked for. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getResponse } from '../../api/client';
import type { CreditItem } from '../../api/types';
import { CREDIT, OLDER_PAGE } from './calls';

interface Page {
  items: CreditItem[];
  /** The newest one that is not in it, as `before` of the next page; null when there is none. */
  next: string | null;
}

export function useCredit() {
  const newest = useQuery<Page, Error>({
    queryKey: [CREDIT],
    queryFn: ({ signal }) => readPage(CREDIT, signal),
  });
  const [older, setOlder] = useState<Page | null>(null);
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');

  const next = older ? older.next : (newest.data?.next ?? null);
  const items = useMemo(() => {
    // What was old and owed stands on the first page until it is paid; then it is older than that page.
    const known = new Map(
      [...(older?.items ?? []), ...(newest.data?.items ?? [])].map((item) => [item.id, item]),
    );
    return [...known.values()].sort((one, other) => other.id - one.id);
  }, [newest.data, older]);

  async function readOlder() {
    if (next === null || reading === 'yes') return;
    setReading('yes');
    try {
      const page = await readPage(`${CREDIT}?limit=${OLDER_PAGE}&before=${next}`);
      setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next });
      setReading('no');
    } catch {
      setReading('failed');
    }
  }

  return { newest, items, more: next !== null, reading, readOlder: () => void readOlder() };
}

async function readPage(path: string, signal?: AbortSignal): Promise<Page> {
  const response = await getResponse(path, signal);
  const items = (await response.json()) as CreditItem[];
  const link = response.headers.get('Link') ?? '';
  return { items, next: /[?&]before=(\d+)[^>]*>; *rel="next"/.exec(link)?.[1] ?? null };
}
