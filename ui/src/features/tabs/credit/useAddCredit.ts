/** Add Credit: sends one credit item exactly once, and reports the result. */
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { type SendResult, useOnce } from '../../../api/http/useOnce';
import { useSession } from '../../../api/session';
import type { CreditBody, CreditItem } from '../../../api/types';
import { userKey } from '../../../lib/state/storage';
import { toastAndLeave } from '../../../ui/feedback/toast';
import { CREDIT, PRODUCTS, STOCK_LISTS } from '../calls';
import { formOf } from './creditForm';
import { adding as words } from './strings';

export function useAddCredit(leave: () => void) {
  const username = useSession().user?.username ?? '';
  const once = useOnce(CREDIT, userKey('credit', username), STOCK_LISTS, {
    chosen: (sent) => formOf(sent as CreditBody),
  });

  function onDone({ answer, earlier }: SendResult<CreditBody, CreditItem>) {
    const { customerName, quantity, productName } = answer;
    const what = `${customerName}: ${quantity} × ${productName}`;
    toastAndLeave(words.done, what, earlier && words.savedBefore, leave);
  }

  /** Returns the reason; '' without one. */
  function onFail(error: unknown): string {
    // After a refusal the figures in this dialog are outdated.
    if (!outcomeUnknown(error)) void refresh(PRODUCTS, '/api/exchange-rate');
    return reasonOf(error, words.noAnswer) ?? '';
  }

  // This dialog sends goods alone.
  const unanswered = once.unanswered as CreditBody | null;
  const run = once.run as (body: CreditBody) => Promise<SendResult<CreditBody, CreditItem> | undefined>;
  return { ...once, unanswered, run, onDone, onFail };
}
