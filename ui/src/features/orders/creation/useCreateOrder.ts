/** Create Drink Order: sends the draft as it is shown, exactly once, and reports the result. */

import { outcomeUnknown } from '../../../api/forms/useWrite';
import { ApiError } from '../../../api/http/error';
import { cachedQuery, RATE, refresh } from '../../../api/http/query';
import { type SendResult, useOnce } from '../../../api/http/useOnce';
import type { Order, OrderBody } from '../../../api/types';
import { refusalText } from '../../../parts/lines/refusal';
import { toastAndLeave, toastError } from '../../../ui/feedback/toast';
import { cacheOrder, ORDERS, PRODUCTS, TABLES } from '../calls';
import { titleOf } from '../naming';
import { newOrder as words } from '../strings';
import { sentKey } from './draft';
import { chosenOf, requestOf } from './request';
import type { DraftHandle } from './useDraft';

interface CreateSettings extends DraftHandle {
  username: string;
  rate: number | undefined;
  onCreated: () => void;
  /** The customer's name, or what stands for it. */
  name: string;
}

export function useCreateOrder(settings: CreateSettings) {
  const { current, clear, applyFreshPrices, applyProducts, username, rate, onCreated, name } = settings;
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
    if (draft.lines.length > 0) return once.run(requestOf({ ...draft, customerName: name }, rate));
    onCreated();
    return undefined;
  }

  function onDone({ answer, earlier }: SendResult<OrderBody, Order>) {
    cacheOrder(answer);
    toastAndLeave(words.created, titleOf(answer), earlier && words.savedBefore, onCreated);
  }

  function onFail(error: unknown): undefined {
    if (outcomeUnknown(error)) toastError(words.failed, refusalText(error, words));
    else void refused(error);
    return undefined;
  }

  /** Shows the current prices and products before it reports why. */
  async function refused(error: unknown) {
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      applyFreshPrices(error.refusal.fresh);
    }
    await refresh(PRODUCTS, RATE, TABLES);
    const products = cachedQuery(PRODUCTS);
    if (products) applyProducts(products);
    toastError(words.failed, refusalText(error, words));
  }

  return { ...once, create, onDone, onFail };
}
