/** Sends a move once. A refusal is a toast with the box's reason; that another phone has changed the order stays on the screen. */
import { useState } from 'react';
import type { WriteOptions } from '../../../api/http/client';
import { ApiError, reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { toastError } from '../../../ui/feedback/toast';
import { useRepeat } from '../changes/useRepeat';
import { cacheMoved, MOVE_LISTS } from './calls';
import { words } from './strings';

/** Whether another phone has changed the order; what a refusal says of the orders is shown at once. */
function changedElsewhere(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { order, target } = error.refusal as { order?: Order | null; target?: Order | null };
  cacheMoved([order, target].filter((one) => one !== undefined && one !== null));
  return error.code === 'order_changed';
}

/** `run` resolves with undefined when it was refused, and repeats what is `unanswered`. `onRefused` may take care of a refusal: then it returns true. */
export function useMove<Input, Answer>(
  send: (input: Input, options: WriteOptions) => Promise<Answer>,
  report: (reason: string) => void = (reason) => toastError(words.failed(reason)),
) {
  const write = useRepeat(send, MOVE_LISTS);
  const [changed, setChanged] = useState(false);
  async function run(
    input: Input | undefined,
    onRefused?: (error: unknown) => boolean,
  ): Promise<Answer | undefined> {
    setChanged(false);
    try {
      return await write.run(input);
    } catch (error) {
      if (!onRefused?.(error)) {
        if (changedElsewhere(error)) setChanged(true);
        else report(reasonOf(error, words.noAnswer) ?? '');
        void refresh(...MOVE_LISTS);
      }
      return undefined;
    }
  }
  return { ...write, run, changed };
}
