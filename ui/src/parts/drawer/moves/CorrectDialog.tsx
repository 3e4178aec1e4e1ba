/** Reverses a movement of cash, with a reason. */
import { at } from '../../../api/calls';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { post } from '../../../api/http/client';
import type { CashMovement } from '../../../api/types';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { CashDialog, useCashForm } from '../CashDialog';
import { move, moves, list as words } from '../strings';

interface CorrectDialogProps {
  movement: CashMovement;
  onClose: () => void;
}

export default function CorrectDialog({ movement, onClose }: CorrectDialogProps) {
  const draft = useFormDraft(`correct-cash:${movement.id}`, { reason: '' });
  const { reason } = draft.values;
  const form = useCashForm({
    draft,
    check: (): { reason?: string } => (reason.trim() ? {} : { reason: move.noReason }),
    body: () => ({ reason: reason.trim() }),
    send: (body, options) => post(at('/api/movements/{id}/correct', { id: movement.id }), body, options),
    onDone: () => toast(words.corrected),
    failed: move.failed,
    onClose,
  });
  return (
    <CashDialog title={words.correctTitle(moves[movement.kind])} submit={words.correct} form={form}>
      <p>{words.correctDetail}</p>
      <TextField
        label={move.reason}
        value={reason}
        autoComplete="off"
        error={form.errors.reason}
        onValue={(text) => draft.type({ reason: text })}
      />
    </CashDialog>
  );
}
