/** Accepts cash that somebody hands in, with what was counted. */
import { at } from '../../../api/calls';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { post } from '../../../api/http/client';
import type { CashMovement } from '../../../api/types';
import { toast } from '../../../ui/feedback/toast';
import { CashDialog, useCashForm } from '../CashDialog';
import { moves, transfer as words } from '../strings';
import { AmountPair, missingAmount, NO_AMOUNTS, sentAmounts } from './AmountPair';

export default function AcceptDialog({ movement, onClose }: { movement: CashMovement; onClose: () => void }) {
  const draft = useFormDraft(`accept:${movement.id}`, NO_AMOUNTS);
  const form = useCashForm({
    draft,
    check: () => missingAmount(draft.values),
    body: () => sentAmounts(draft.values),
    send: (body, options) => post(at('/api/movements/{id}/accept', { id: movement.id }), body, options),
    onDone: () => toast(words.accepted),
    failed: words.failed,
    onClose,
  });
  return (
    <CashDialog title={moves.transfer} note={words.lead(movement.userName)} submit={words.accept} form={form}>
      <AmountPair values={draft.values} errors={form.errors} onType={draft.type} />
    </CashDialog>
  );
}
