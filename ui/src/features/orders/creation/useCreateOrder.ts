/** Create Drink Order: sends the draft as it is shown, exactly once, and reports the result. */

import { outcomeUnknown } from '../../../api/forms/useWrite';
import { ApiError } from '../../../api/http/error';
import { cachedQuery, RATE, refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { toastAndLeave, toastError } from '../../../ui/feedback/toast';
import { refusalText } from '../../lines/refusal';
import { cacheOrder, ORDERS, PRODUCTS, TABLES } from '../calls';
import { titleOf } from '../OrderCard';
import { newOrder as words } from '../strings';
import { chosenOf, requestOf, sentKey } from './draft';
import type { DraftHandle } from './useDraft';

interface CreateSettings extends DraftHandle {
  username: string;
  rate: number | undefined;
  onCreated: () => void;
}

export function useCreateOrder(settings: CreateSettings) {
  const { current, clear, applyFreshPrices, applyProducts, username, rate, onCreated } = settings;
  const once = useOnce(ORDERS, sentKey(username), [ORDERS, TABLES, PRODUCTS], {
    chosen: chosenOf,
    onDone({ earlier }) {
      // If an earlier try was saved, the current draft was not ordered and stays.
      if (!earlier) clear();
    },
  });

  async function create() {
    const draft = current();
    // Another tab has just sent it.
    if (draft.lines.length === 0) return onCreated();
    try {
      const done = await once.run(requestOf(draft, rate));
      if (!done) return;
      cacheOrder(done.answer);
      toastAndLeave(words.created, titleOf(done.answer), done.earlier && words.savedBefore, onCreated);
    } catch (error) {
      await fail(error);
    }
  }

  async function fail(error: unknown) {
    if (outcomeUnknown(error)) return toastError(words.failed, refusalText(error, words));
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      applyFreshPrices(error.refusal.fresh);
    }
    await refresh(PRODUCTS, RATE, TABLES);
    const products = cachedQuery(PRODUCTS);
    if (products) applyProducts(products);
    toastError(words.failed, refusalText(error, words));
  }

  return { ...once, create };
}
