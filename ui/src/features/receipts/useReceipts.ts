/** Loads all receipts: the newest ones live, the older ones once and after a void on this phone. */

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type Address, at } from '../../api/calls';
import { type Page, readPage } from '../../api/http/pages';
import { OLDER_RECEIPTS, useGet } from '../../api/http/query';
import type { Receipt } from '../../api/types';

/** The server's default page size; a full page may be followed by another. */
export const PAGE = 200;
const OLDER_PAGE = 1000;
/** Limits the receipts held on a phone to 10,000; the server searches older ones. */
const OLDER_PAGES = 10;

interface Older {
  receipts: Receipt[];
  /** The server has even older ones. */
  more: boolean;
}

export function useReceipts() {
  const newest = useGet('/api/receipts');
  const anchor = useRef<number | null>(null);
  const known = useRef(new Map<number, Receipt>());

  const list = newest.data;
  // Forgotten: what was known may be no longer for this person to see.
  if (newest.isPending) {
    anchor.current = null;
    known.current.clear();
  }
  if (anchor.current === null && list && list.length >= PAGE) anchor.current = list.at(-1)?.id ?? null;
  const older = useQuery<Older, Error>({
    queryKey: [OLDER_RECEIPTS, anchor.current],
    queryFn: ({ signal }) => readOlder(anchor.current ?? 0, signal),
    enabled: anchor.current !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const olderRows = older.data?.receipts;
  const receipts = useMemo(() => {
    for (const receipt of [...(olderRows ?? []), ...(list ?? [])]) known.current.set(receipt.id, receipt);
    return [...known.current.values()].sort((one, other) => other.id - one.id);
  }, [list, olderRows]);
  return {
    newest,
    receipts,
    /** Everything is loaded, so the stat cards can be computed. */
    complete: anchor.current === null || older.data !== undefined || older.isError,
    /** The server has more than these. */
    more: older.data?.more ?? older.isError,
  };
}

async function readOlder(before: number, signal: AbortSignal): Promise<Older> {
  const receipts: Receipt[] = [];
  let url: Address<'/api/receipts'> | null = at('/api/receipts', { limit: OLDER_PAGE, before });
  for (let count = 0; count < OLDER_PAGES && url !== null; count += 1) {
    const page: Page<Address<'/api/receipts'>> = await readPage(url, signal);
    receipts.push(...page.rows);
    url = page.next;
  }
  return { receipts, more: url !== null };
}
