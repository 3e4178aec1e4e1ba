/** New tab: the chosen products become credit of one customer, all of them or none, exactly once. */
import { useState } from 'react';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { refresh } from '../../../api/http/query';
import { useOnce } from '../../../api/http/useOnce';
import type { Product } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import type { Customer } from '../../../parts/customers/customers';
import { type Line, oversellOf } from '../../../parts/lines/lines';
import { refusalText } from '../../../parts/lines/refusal';
import { toastAndLeave } from '../../../ui/feedback/toast';
import { PRODUCTS, STOCK_LISTS } from '../calls';
import { requestOf, splitGone } from './picks';
import { adding, opening as words } from './strings';

export function useNewTab(username: string, onDone: () => void) {
  const [problem, setProblem] = useState<{ text: string; reason?: string | undefined } | null>(null);
  const once = useOnce('/api/credit/batch', userKey('new-tab', username), STOCK_LISTS);

  async function open(customer: Customer, lines: readonly Line[], products: readonly Product[]) {
    const { left } = splitGone(lines, products);
    if (left.length === 0) return setProblem({ text: adding.nothing });
    setProblem(null);
    try {
      const items = left.map((line) => requestOf(customer, line));
      const done = await once.run({ ...customer, items, ...oversellOf(left) });
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
