/** Add Note dialog: a remark beside the figures of a Z, which stay. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { ShiftReport } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { AFTER_NOTE, addNote } from './calls';
import { noting as words } from './strings';

export default function NoteDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const draft = useFormDraft(`z-note:${number}`, { text: '' });
  const { text } = draft.values;
  const write = useWrite(addNote, { refreshes: AFTER_NOTE });
  const dialog = useDraftForm<'text', ShiftReport>({
    draft,
    write,
    check: () => (text.trim() === '' ? { text: words.textMissing } : {}),
    send: () => write.run({ number, text: text.trim() }),
    onDone: () => toast(words.saved, number),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={words.add}
      note={number}
      submit={words.add}
      pendingLabel={words.saving}
      cancel={words.cancel}
      keepsFocus
    >
      <TextField
        label={words.text}
        name="text"
        autoComplete="off"
        value={text}
        error={errors.text}
        onValue={(next) => draft.type({ text: next })}
      />
    </FormDialog>
  );
}
