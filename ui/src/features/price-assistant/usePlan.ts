/** Plans prices for a day, and withdraws them. */
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { del, put } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import type { PricePlanBody } from '../../api/types';
import { toast, toastError } from '../../ui/feedback/toast';
import { words } from './strings';

export const PLAN = '/api/tax/price-plan';

export function usePlan(from: string) {
  const planning = useWrite((items: PricePlanBody['items'], options) => put(PLAN, { from, items }, options), {
    refreshes: [PLAN],
  });
  const withdrawing = useWrite((_: null, options) => del(at(PLAN, { from }), undefined, options), {
    refreshes: [PLAN],
  });

  async function plan(items: PricePlanBody['items'], onDone: () => void) {
    try {
      if (!(await planning.run(items))) return;
      toast(words.saved);
      onDone();
    } catch (error) {
      toastError(words.saveFailed, reasonOf(error));
    }
  }
  async function withdraw() {
    try {
      await withdrawing.run(null);
      toast(words.withdrawn);
    } catch (error) {
      toastError(words.withdrawFailed, reasonOf(error));
    }
  }
  return { plan, planning, withdraw, withdrawing };
}
