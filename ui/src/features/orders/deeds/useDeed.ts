/** Sends a change of an order once. A refusal is a toast with the box's reason; that another phone has changed the order stays on the screen. */
import { useState } from 'react';
import type { WriteOptions } from '../../../api/http/client';
import { ApiError, reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { toastError } from '../../../ui/feedback/toast';
import { cacheOrder, MONEY_LISTS } from '../calls';
import { useRepeat } from '../changes/useRepeat';
import { words } from './strings';

const LISTS = [...MONEY_LISTS, '/api/bills', '/api/payments'] as const;

/** What a refusal says of the order. */
const refusalOf = (error: unknown) =>
  (error instanceof ApiError ? error.refusal : {}) as { code?: string; order?: Order | null };

/** `run` resolves with undefined when it was refused, and repeats what is `unanswered`. `changed`: the order as the phone showed it is not the box's any more. */
export function useDeed<Input, Answer extends Order | { order: Order }>(
  send: (input: Input, options: WriteOptions) => Promise<Answer>,
) {
  const write = useRepeat(send, LISTS);
  const [changed, setChanged] = useState(false);

  async function run(input?: Input): Promise<Answer | undefined> {
    setChanged(false);
    try {
      const answer = await write.run(input);
      if (answer) cacheOrder('order' in answer ? answer.order : answer);
      return answer;
    } catch (error) {
      const { code, order } = refusalOf(error);
      if (order) cacheOrder(order);
      if (code === 'order_changed') setChanged(true);
      else toastError(words.failed(reasonOf(error, words.noAnswer) ?? ''));
      void refresh(...LISTS);
      return undefined;
    }
  }
  return { ...write, run, changed };
}
