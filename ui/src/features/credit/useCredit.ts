/** Credit items: all that is owed and the newest of the rest live; older ones, which are paid, when they are asked for. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Page, readPage } from '../../api/pages';
import { CREDIT } from './calls';

export function useCredit() {
  const newest = useQuery<Page<typeof CREDIT>, Error>({
    queryKey: [CREDIT],
    queryFn: ({ signal }) => readPage(CREDIT, signal),
  });
  const [older, setOlder] = useState<Page<typeof CREDIT> | null>(null);
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');

  const next = older ? older.next : (newest.data?.next ?? null);
  const items = useMemo(() => {
    // What was old and owed stands on the first page until it is paid; then it is older than that page.
    const known = new Map(
      [...(older?.rows ?? []), ...(newest.data?.rows ?? [])].map((item) => [item.id, item]),
    );
    return [...known.values()].sort((one, other) => other.id - one.id);
  }, [newest.data, older]);

  async function readOlder() {
    if (next === null || reading === 'yes') return;
    setReading('yes');
    try {
      const page = await readPage(next);
      setOlder({ rows: [...(older?.rows ?? []), ...page.rows], next: page.next });
      setReading('no');
    } catch {
      setReading('failed');
    }
  }

  return { newest, items, more: next !== null, reading, readOlder: () => void readOlder() };
}
