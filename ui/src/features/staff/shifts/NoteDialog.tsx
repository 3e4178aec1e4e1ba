/** Add Note dialog: a remark beside the figures of a Z, which stay. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import type { ShiftReport } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_NOTE, addNote } from './calls';
import { noting as words } from './strings';

export default function NoteDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const draft = useFormDraft(`z-note:${number}`, { text: '' });
  const { text } = draft.values;
  const write = useWrite(addNote, { refreshes: AFTER_NOTE });
  const { errors, problem, onSubmit } = useForm<'text', ShiftReport>({
    pending: write.pending,
    check: () => (text.trim() === '' ? { text: words.textMissing } : {}),
    send: () => write.run({ number, text: text.trim() }),
    onDone() {
      toast(words.saved, number);
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
    <Dialog title={words.add} note={number} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <TextField
          label={words.text}
          name="text"
          autoComplete="off"
          value={text}
          error={errors.text}
          onValue={(next) => draft.type({ text: next })}
        />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <FormButtons
            submit={words.add}
            pendingLabel={words.saving}
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
