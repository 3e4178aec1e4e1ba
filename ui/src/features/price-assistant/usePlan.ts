/** Plans prices for a day, and withdraws them. The cached plans change with the answer: fields start with them. */
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { del, put } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import type { PricePlan, PricePlanBody } from '../../api/types';
import { toast, toastError } from '../../ui/feedback/toast';
import { words } from './strings';

export const PLAN = '/api/tax/price-plan';

export function usePlan(from: string) {
  const cache = (plans: PricePlan[]) =>
    cacheQuery(PLAN, (known) => known && [...known.filter((plan) => plan.from !== from), ...plans]);
  const planning = useWrite((items: PricePlanBody['items'], options) => put(PLAN, { from, items }, options), {
    refreshes: [PLAN],
    onAnswer: (plan) => cache([plan]),
  });
  const withdrawing = useWrite((_: null, options) => del(at(PLAN, { from }), undefined, options), {
    refreshes: [PLAN],
    onAnswer: () => cache([]),
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
  async function withdraw(onDone?: () => void) {
    try {
      await withdrawing.run(null);
      toast(words.withdrawn);
      onDone?.();
    } catch (error) {
      toastError(words.withdrawFailed, reasonOf(error));
    }
  }
  return { plan, planning, withdraw, withdrawing };
}
