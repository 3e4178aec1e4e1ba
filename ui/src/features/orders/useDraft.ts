/** The order being taken down: kept at every step, and following the products as they change. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FreshPrice, Product } from '../../api/types';
import { readJson } from '../../lib/storage';
import { toast } from '../../ui/toast';
import { type Draft, EMPTY_DRAFT, keepDraft, loadDraft, onOtherDraft, sentKey } from './draft';
import { addOne, follow, type LineChange, reprice } from './lines';
import { changesText, newOrder as words } from './strings';

export interface DraftHandle {
  draft: Draft;
  /** The newest draft, also between two renders. */
  current: () => Draft;
  change: (part: Partial<Draft>) => void;
  /** False when there are no more of it. */
  add: (product: Product) => boolean;
  followProducts: (products: readonly Product[]) => void;
  followPrices: (fresh: readonly FreshPrice[]) => void;
  clear: () => void;
}

export function useDraft(username: string, products: readonly Product[] | undefined): DraftHandle {
  const [draft, setDraft] = useState(() => loadDraft(username));
  const latest = useRef(draft);

  const put = useCallback(
    (next: Draft) => {
      latest.current = next;
      keepDraft(username, next);
      setDraft(next);
    },
    [username],
  );
  const current = useCallback(() => latest.current, []);
  const change = useCallback((part: Partial<Draft>) => put({ ...latest.current, ...part }), [put]);
  const clear = useCallback(() => put(EMPTY_DRAFT), [put]);

  const took = useCallback(
    ({ lines, changes }: { lines: Draft['lines']; changes: LineChange[] }) => {
      if (lines === latest.current.lines) return;
      change({ lines });
      if (changes.length > 0) toast(words.updated, changesText(changes));
    },
    [change],
  );
  const followProducts = useCallback(
    (list: readonly Product[]) => {
      // While an answer is outstanding, that order may be the very reason why the stock has fallen.
      if (readJson(sentKey(username)) === null) took(follow(latest.current.lines, list));
    },
    [took, username],
  );
  const followPrices = useCallback(
    (fresh: readonly FreshPrice[]) => took(reprice(latest.current.lines, fresh)),
    [took],
  );
  const add = useCallback(
    (product: Product) => {
      const lines = addOne(latest.current.lines, product);
      if (lines === latest.current.lines) return false;
      change({ lines });
      return true;
    },
    [change],
  );

  // Two tabs of one browser take down the same order.
  useEffect(
    () =>
      onOtherDraft(username, () => {
        latest.current = loadDraft(username);
        setDraft(latest.current);
      }),
    [username],
  );

  useEffect(() => {
    if (products) followProducts(products);
  }, [products, followProducts]);

  return { draft, current, change, add, followProducts, followPrices, clear };
}
