/** The audit log: the newest page updates live; older pages never change and are read once. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { readPage } from '../../api/http/pages';
import { useOlder } from '../../api/http/useOlder';
import type { AuditLine } from '../../api/types';
import type { firstPage } from './pages';

/** Rows that fill a screen; with fewer the search continues automatically. */
const ENOUGH = 20;

export function useLog(first: ReturnType<typeof firstPage>) {
  const newest = useQuery({
    queryKey: [first, 'page'],
    queryFn: ({ signal }) => readPage(first, signal),
  });
  const older = useOlder(first, newest.data, ENOUGH);
  const known = useRef({ of: first, lines: new Map<number, AuditLine>() });
  if (known.current.of !== first) known.current = { of: first, lines: new Map() };
  const lines = useMemo(() => {
    // Lines that have left the newest page stay on the screen.
    for (const line of [...older.rows, ...(newest.data?.rows ?? [])]) known.current.lines.set(line.seq, line);
    return [...known.current.lines.values()].sort((one, other) => other.seq - one.seq);
  }, [newest.data, older.rows]);
  return { newest, lines, older };
}
