/** Closes a shift that nobody will count, such as of a person who does not come back; asks for the reason. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import type { Shift } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_CLOSE, closeUncounted } from './calls';
import { closing as words } from './strings';

type Closed = Awaited<ReturnType<typeof closeUncounted>>;

export default function CloseUncounted({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const draft = useFormDraft(`close-uncounted:${shift.id}`, { reason: '' });
  const { reason } = draft.values;
  const write = useWrite(closeUncounted, { refreshes: AFTER_CLOSE });
  const { errors, problem, onSubmit } = useForm<'reason', Closed>({
    pending: write.pending,
    check: () => (reason.trim() === '' ? { reason: words.reasonMissing } : {}),
    send: () => write.run({ id: shift.id, reason: reason.trim() }),
    onDone({ zNumber }) {
      toast(words.done(zNumber), shift.tillName);
      leave();
    },
    onFail(error) {
      const inFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return inFields ? undefined : messageOf(error, words.failed);
    },
  });

  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Dialog title={words.action} note={shift.tillName} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <p>{words.lead}</p>
        <TextField
          label={words.reason}
          name="reason"
          autoComplete="off"
          value={reason}
          error={errors.reason}
          onValue={(text) => draft.type({ reason: text })}
        />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <FormButtons
            submit={words.action}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={leave}
          />
        </footer>
      </form>
    </Dialog>
  );
}
