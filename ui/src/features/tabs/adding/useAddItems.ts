/** Adds the picked products to a tab one by one; each stored one leaves the selection. */
import { useRef, useState } from 'react';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import { useSession } from '../../../api/session';
import type { Product, SaleBody, Tab } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import { toast } from '../../../ui/feedback/toast';
import { CREDIT, PRODUCTS, STOCK_LISTS } from '../calls';
import { beyond, type Picks, requestOf, without } from './picks';
import { adding as words } from './strings';

export function useAddItems(tab: Tab, onPicks: (picks: Picks) => void, onDone: () => void) {
  const username = useSession().user?.username ?? '';
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; reason?: string } | null>(null);
  const once = useOnce(CREDIT, userKey(`tab-items:${tab.customerId}`, username), STOCK_LISTS);

  async function add(picks: Picks, products: readonly Product[]) {
    if (running.current) return;
    if (picks.size === 0) return setProblem({ text: words.nothing });
    running.current = true;
    setPending(true);
    setProblem(null);
    const known = new Map(products.map((product) => [product.id, product]));
    let left: Picks = new Map([...picks].filter(([productId]) => known.has(productId)));
    const gone = left.size < picks.size;
    // The list no longer shows these products, so they could not be unselected.
    if (gone) onPicks(left);
    try {
      for (;;) {
        const [productId = 0, quantity = 0] = [...left][0] ?? [];
        const product = known.get(productId);
        if (!product) break;
        const done = await once.run({ ...requestOf(tab, product, quantity), ...beyond([productId]) });
        if (!done) return;
        // An earlier try may have been for fewer, or for something else.
        const { productId: added, quantity: pieces } = done.body as SaleBody;
        left = without(left, added, pieces);
        onPicks(left);
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
