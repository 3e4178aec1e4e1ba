/** Reverses a movement of cash, with a reason. */
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { CashMovement } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { move, moves, list as words } from '../strings';
import { AFTER_CASH } from '../till';

export default function CorrectDialog({
  movement,
  onClose,
}: {
  movement: CashMovement;
  onClose: () => void;
}) {
  const draft = useFormDraft(`correct-cash:${movement.id}`, { reason: '' });
  const { reason } = draft.values;
  const write = useWrite(
    (_: null, options) =>
      post(at('/api/movements/{id}/correct', { id: movement.id }), { reason: reason.trim() }, options),
    { refreshes: AFTER_CASH },
  );
  const { formRef, errors, problem, onSubmit } = useForm<'reason', CashMovement>({
    pending: write.pending,
    check: (): { reason?: string } => (reason.trim() ? {} : { reason: move.noReason }),
    send: () => write.run(null),
    onDone() {
      draft.discard();
      onClose();
      toast(words.corrected);
    },
    onFail(error) {
      // Somebody else may have corrected it.
      void refresh(...AFTER_CASH);
      return messageOf(error, move.failed);
    },
  });
  return (
    <Dialog title={words.correctTitle(moves[movement.kind])} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <p>{words.correctDetail}</p>
        {problem !== null && !errors.reason && <Alert>{problem}</Alert>}
        <TextField
          label={move.reason}
          value={reason}
          autoComplete="off"
          error={errors.reason}
          onValue={(text) => draft.type({ reason: text })}
        />
        <footer className="pair">
          <FormButtons
            submit={words.correct}
            pendingLabel={move.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={move.cancel}
            onCancel={() => {
              draft.discard();
              onClose();
            }}
          />
        </footer>
      </form>
    </Dialog>
  );
}
