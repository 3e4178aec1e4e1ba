/** Closes a shift that nobody will count, such as of a person who does not come back; asks for the reason. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { Shift } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { AFTER_CLOSE, closeUncounted } from './calls';
import { closing as words } from './strings';

type Closed = Awaited<ReturnType<typeof closeUncounted>>;

export default function CloseUncounted({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const draft = useFormDraft(`close-uncounted:${shift.id}`, { reason: '' });
  const { reason } = draft.values;
  const write = useWrite(closeUncounted, { refreshes: AFTER_CLOSE });
  const dialog = useDraftForm<'reason', Closed>({
    draft,
    write,
    check: () => (reason.trim() === '' ? { reason: words.reasonMissing } : {}),
    send: () => write.run({ id: shift.id, reason: reason.trim() }),
    onDone: ({ zNumber }) => toast(words.done(zNumber), shift.tillName),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={words.action}
      note={shift.tillName}
      submit={words.action}
      cancel={words.cancel}
      keepsFocus
    >
      <p>{words.lead}</p>
      <TextField
        label={words.reason}
        name="reason"
        autoComplete="off"
        value={reason}
        error={errors.reason}
        onValue={(text) => draft.type({ reason: text })}
      />
    </FormDialog>
  );
}
