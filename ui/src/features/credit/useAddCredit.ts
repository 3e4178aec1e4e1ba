/** Adds one credit item exactly once, and keeps the reason of a failure. */
import { useState } from 'react';
import { outcomeUnknown } from '../../api/forms/useWrite';
import { ApiError, reasonOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import { useOnce } from '../../api/http/useOnce';
import { useSession } from '../../api/session';
import type { SaleBody } from '../../api/types';
import { userKey } from '../../lib/state/storage';
import { toastAndLeave } from '../../ui/feedback/toast';
import { CREDIT, PRODUCTS, STOCK_LISTS } from './calls';
import { formOf, type Problems } from './creditForm';
import { adding as words } from './strings';

interface Failure {
  reason: string | undefined;
  fields: Problems;
}

export function useAddCredit(onDone: () => void) {
  const username = useSession().user?.username ?? '';
  const once = useOnce(CREDIT, userKey('credit', username), STOCK_LISTS, {
    chosen: formOf,
  });
  const [failure, setFailure] = useState<Failure | null>(null);

  async function add(request: SaleBody) {
    setFailure(null);
    try {
      const done = await once.run(request);
      if (!done) return;
      const { customerName, quantity, productName } = done.answer;
      const what = `${customerName}: ${quantity} × ${productName}`;
      toastAndLeave(words.done, what, done.earlier && words.savedBefore, onDone);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFailure({ reason: reasonOf(error, words.noAnswer), fields });
      if (outcomeUnknown(error)) return;
      // After a refusal the figures in this dialog are outdated.
      void refresh(PRODUCTS, '/api/exchange-rate');
    }
  }

  return { ...once, add, failure };
}
