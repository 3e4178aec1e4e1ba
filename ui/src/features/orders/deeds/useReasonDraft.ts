/** A draft with a reason in it, what is missing of the reason, and the reason as it is sent. */
import { useFormDraft } from '../../../api/forms/useFormDraft';
import type { ReasonKind } from '../../../api/types';
import { type Chosen, NOTHING_CHOSEN, problemOf, sentOf } from '../../../parts/reasons/reasons';
import { useReasons } from '../../../parts/reasons/useReasons';

export function useReasonDraft<T extends object>(name: string, kind: ReasonKind, initial: T) {
  const draft = useFormDraft<T & Chosen>(name, { ...initial, ...NOTHING_CHOSEN });
  const reasons = useReasons(kind);
  return {
    draft,
    reasons,
    missing: problemOf(draft.values, reasons),
    sent: sentOf(draft.values, reasons),
  };
}
