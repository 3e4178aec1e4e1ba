/** Adds the picked products to a tab one by one; each stored one leaves the selection. */
import { useRef, useState } from 'react';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { useSession } from '../../../api/session';
import type { Product, SaleBody, Tab } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import { type Line, oversellOf, without } from '../../../parts/lines/lines';
import { toast } from '../../../ui/feedback/toast';
import { CREDIT, PRODUCTS, STOCK_LISTS } from '../calls';
import { requestOf, splitGone } from './picks';
import { adding as words } from './strings';

export function useAddItems(tab: Tab, onLines: (lines: readonly Line[]) => void, onDone: () => void) {
  const username = useSession().user?.username ?? '';
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; reason?: string } | null>(null);
  const once = useOnce(CREDIT, userKey(`tab-items:${tab.customerId}`, username), STOCK_LISTS);

  async function add(lines: readonly Line[], products: readonly Product[]) {
    if (running.current) return;
    if (lines.length === 0) return setProblem({ text: words.nothing });
    running.current = true;
    setPending(true);
    setProblem(null);
    const { left: sold, gone } = splitGone(lines, products);
    // The list no longer shows these products, so they could not be unselected.
    if (gone) onLines(sold);
    let left: readonly Line[] = sold;
    try {
      while (left[0]) {
        const done = await once.run({ ...requestOf(tab, left[0]), ...oversellOf([left[0]]) });
        if (!done) return;
        // An earlier try may have been for fewer, or for something else.
        left = without(left, [done.body as SaleBody]);
        onLines(left);
      }
      if (gone) return setProblem({ text: words.gone });
      toast(words.done, tab.customerName);
      onDone();
    } catch (error) {
      setProblem({ text: words.failed, reason: reasonOf(error, words.noAnswer) });
      if (!outcomeUnknown(error)) void refresh(PRODUCTS);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return {
    add: (...what: Parameters<typeof add>) => void add(...what),
    pending,
    waiting: once.waiting,
    problem,
  };
}
