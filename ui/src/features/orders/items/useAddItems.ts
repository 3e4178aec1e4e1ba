/** Adds the selected products to an order one by one; each stored one leaves the selection. */

import { useRef, useState } from 'react';
import { at } from '../../../api/calls';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { RATE, refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { useSession } from '../../../api/session';
import type { Order } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import { type Line, oversellOf, without } from '../../../parts/lines/lines';
import { toast, toastError } from '../../../ui/feedback/toast';
import { cacheOrder, ITEM_LISTS, ORDERS, PRODUCTS } from '../calls';
import { itemOf } from '../creation/request';
import { titleOf } from '../naming';
import { editItems as words } from '../strings';

export function useAddItems(
  order: Order,
  lines: readonly Line[],
  onLines: (lines: readonly Line[]) => void,
  onDone: () => void,
) {
  const username = useSession().user?.username ?? '';
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const once = useOnce(
    at('/api/orders/{id}/items', { id: order.id }),
    userKey(`items:${order.id}`, username),
    ITEM_LISTS,
  );

  async function run() {
    if (running.current) return;
    running.current = true;
    setPending(true);
    let left = lines;
    try {
      while (left[0]) {
        const done = await once.run({ ...itemOf(left[0]), ...oversellOf([left[0]]) });
        if (!done) return;
        cacheOrder(done.answer);
        // An earlier try may have been for fewer, or for something else.
        left = without(left, [done.body]);
        onLines(left);
      }
      toast(words.added, titleOf(order));
      onDone();
    } catch (error) {
      toastError(words.addFailed, reasonOf(error, words.noAnswer));
      if (!outcomeUnknown(error)) void refresh(PRODUCTS, RATE, ORDERS);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { run: () => void run(), pending, waiting: once.waiting };
}
