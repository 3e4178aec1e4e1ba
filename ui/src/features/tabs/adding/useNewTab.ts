/** New tab: the chosen products become credit of one customer, all of them or none, exactly once. */
import { useState } from 'react';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import type { Product } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import type { Customer } from '../../../parts/customers/customers';
import { refusalText } from '../../../parts/lines/refusal';
import { toastAndLeave } from '../../../ui/feedback/toast';
import { PRODUCTS, STOCK_LISTS } from '../calls';
import { beyond, type Picks, requestOf } from './picks';
import { adding, opening as words } from './strings';

export function useNewTab(username: string, onDone: () => void) {
  const [problem, setProblem] = useState<{ text: string; reason?: string | undefined } | null>(null);
  const once = useOnce('/api/credit/batch', userKey('new-tab', username), STOCK_LISTS);

  async function open(customer: Customer, picks: Picks, products: readonly Product[]) {
    const known = new Map(products.map((product) => [product.id, product]));
    const items = [...picks].flatMap(([productId, quantity]) => {
      const product = known.get(productId);
      return product ? [requestOf(customer, product, quantity)] : [];
    });
    if (items.length === 0) return setProblem({ text: adding.nothing });
    setProblem(null);
    try {
      const done = await once.run({ ...customer, items, ...beyond(items.map(({ productId }) => productId)) });
      if (!done) return;
      const { customerName } = done.body;
      toastAndLeave(adding.done, customerName, done.earlier && words.savedBefore, onDone);
    } catch (error) {
      setProblem({ text: adding.failed, reason: refusalText(error, words) });
      if (!outcomeUnknown(error)) void refresh(PRODUCTS, '/api/exchange-rate');
    }
  }

  return {
    open: (...what: Parameters<typeof open>) => void open(...what),
    pending: once.pending,
    waiting: once.waiting,
    inDoubt: once.inDoubt,
    unanswered: once.unanswered,
    problem,
  };
}
