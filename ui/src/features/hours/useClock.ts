/** The clock of the person who is signed in: its state, and its steps. */
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { cacheQuery, refresh, useGet } from '../../api/http/query';
import { AFTER_STEP, CLOCK, type Step, sendStep } from '../../parts/hours/hours';
import { toast, toastError } from '../../ui/feedback/toast';
import { words } from './strings';

export function useClock() {
  const query = useGet(CLOCK);
  const write = useWrite(sendStep, { refreshes: AFTER_STEP });

  async function take(step: Step): Promise<boolean> {
    try {
      const clock = await write.run(step);
      if (!clock) return false;
      cacheQuery(CLOCK, () => clock);
      toast(words.done[step]);
      return true;
    } catch (error) {
      toastError(words.stepFailed, reasonOf(error));
      // Another phone may have taken the step.
      void refresh(CLOCK);
      return false;
    }
  }
  return { query, take, pending: write.pending, waiting: write.waiting };
}
