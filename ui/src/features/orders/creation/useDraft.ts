/** Holds the draft of a new order: stored on every change, and updated when products change. */
import { useCallback, useEffect } from 'react';
import type { FreshPrice, Product } from '../../../api/types';
import { readJson } from '../../../lib/state/storage';
import { useSharedDraft } from '../../../lib/state/useSharedDraft';
import { addOne, follow, type LineChange, reprice } from '../../../parts/lines/lines';
import { changesText } from '../../../parts/lines/strings';
import { toastWarning } from '../../../ui/feedback/toast';
import { newOrder as words } from '../strings';
import { type Draft, draftKey, EMPTY_DRAFT, loadDraft, saveDraft, sentKey } from './draft';

export interface DraftHandle {
  draft: Draft;
  /** The latest draft, also between two renders and after a change in another tab. */
  current: () => Draft;
  change: (part: Partial<Draft>) => void;
  /** Returns false when no more are in stock. */
  add: (product: Product) => boolean;
  applyProducts: (products: readonly Product[]) => void;
  applyFreshPrices: (fresh: readonly FreshPrice[]) => void;
  clear: () => void;
}

const STORAGE = { key: draftKey, load: loadDraft, save: saveDraft };

export function useDraft(
  username: string,
  products: readonly Product[] | undefined,
  rate?: number,
): DraftHandle {
  const { draft, current, put } = useSharedDraft<Draft>(username, STORAGE);
  const change = useCallback((part: Partial<Draft>) => put({ ...current(), ...part }), [put, current]);
  const clear = useCallback(() => put(EMPTY_DRAFT), [put]);

  const applyLines = useCallback(
    ({ lines, changes }: { lines: Draft['lines']; changes: LineChange[] }) => {
      if (lines === current().lines) return;
      change({ lines });
      if (changes.length > 0) toastWarning(...changesText(changes, words));
    },
    [change, current],
  );
  const applyProducts = useCallback(
    (list: readonly Product[]) => {
      // Not while an order is unanswered: the stock may have fallen because of it.
      if (readJson(sentKey(username)) === null) applyLines(follow(current().lines, list, rate));
    },
    [applyLines, current, username, rate],
  );
  const applyFreshPrices = useCallback(
    (fresh: readonly FreshPrice[]) => applyLines(reprice(current().lines, fresh)),
    [applyLines, current],
  );
  const add = useCallback(
    (product: Product) => {
      const before = current().lines;
      const lines = addOne(before, product);
      if (lines === before) return false;
      change({ lines });
      return true;
    },
    [change, current],
  );

  useEffect(() => {
    if (products) applyProducts(products);
  }, [products, applyProducts]);

  return { draft, current, change, add, applyProducts, applyFreshPrices, clear };
}
