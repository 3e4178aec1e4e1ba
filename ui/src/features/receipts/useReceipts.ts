/** All receipts: the newest from the list that follows the box live, the older ones, which never change, once. */

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type Address, at } from '../../api/calls';
import { type Page, readPage } from '../../api/http/pages';
import { useGet } from '../../api/http/query';
import type { Receipt } from '../../api/types';

/** What the box gives when no limit is named; a full page may have another behind it. */
export const PAGE = 200;
const OLDER_PAGE = 1000;
/** So that a phone is never asked to hold years of receipts; the search asks the box for those. */
const OLDER_PAGES = 10;

interface Older {
  receipts: Receipt[];
  /** There are even older ones. */
  more: boolean;
}

export function useReceipts() {
  const newest = useGet('/api/receipts');
  const anchor = useRef<number | null>(null);
  const known = useRef(new Map<number, Receipt>());

  const list = newest.data;
  if (anchor.current === null && list && list.length >= PAGE) anchor.current = list.at(-1)?.id ?? null;
  const older = useQuery<Older, Error>({
    queryKey: ['receipts-before', anchor.current],
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
    /** The figures over all receipts can be told. */
    complete: anchor.current === null || older.data !== undefined || older.isError,
    /** There are more than these. */
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
