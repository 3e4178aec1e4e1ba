/** Put on tab: the cart becomes credit of one customer, all lines or none, exactly once. */
import { useRef, useState } from 'react';
import { outcomeUnknown, useWrite } from '../../../api/forms/useWrite';
import { ApiError } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { postOnce, prepareKey, type SendResult } from '../../../api/http/useOnce';
import type { CreditBatchBody, GivenCredits } from '../../../api/types';
import type { Customer } from '../../../parts/customers/customers';
import { refusalText } from '../../../parts/lines/refusal';
import { tabKey } from '../savedCart';
import type { CartHandle } from '../useCart';
import { tabRequestOf } from './request';
import { words } from './strings';

const LISTS = ['/api/tabs', '/api/credit', '/api/products', '/api/exchange-rate'] as const;

type Answered = SendResult<CreditBatchBody, GivenCredits>;

export interface PutOnTabSettings extends CartHandle {
  username: string;
  rate: number | undefined;
  onSend: () => void;
  /** `rest`: an earlier try had been stored, or products were added meanwhile. */
  onDone: (customerName: string, rest: boolean) => void;
}

export function usePutOnTab({ current, dispatch, username, rate, onSend, onDone }: PutOnTabSettings) {
  const running = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite<{ request: CreditBatchBody; earlier: readonly CreditBatchBody[] }, Answered>(
    ({ request, earlier }, options) => postOnce('/api/credit/batch', request, earlier, options),
    {
      refreshes: LISTS,
      storageKey: tabKey(username),
      onAnswer: ({ body }) => void dispatch({ type: 'onTab', request: body }),
    },
  );

  async function put(customer: Customer) {
    const cart = current();
    if (running.current || cart.lines.length === 0) return;
    running.current = true;
    onSend();
    const request = tabRequestOf(cart, rate, customer);
    dispatch({ type: 'sentToTab', request });
    setProblem(null);
    try {
      const put = await write.run({ request, earlier: cart.tabAttempts });
      if (put) {
        const rest = current().lines.length > 0;
        if (rest) prepareKey(tabKey(username));
        onDone(put.body.customerName, rest);
      }
    } catch (error) {
      fail(error);
    } finally {
      running.current = false;
    }
  }

  function fail(error: unknown) {
    setProblem(refusalText(error, words) ?? '');
    if (outcomeUnknown(error)) return;
    dispatch({ type: 'refused' });
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      dispatch({ type: 'reprice', fresh: error.refusal.fresh });
    }
    void refresh(...LISTS);
  }

  return {
    put: (customer: Customer) => void put(customer),
    pending: write.pending,
    waiting: write.waiting,
    problem,
  };
}
