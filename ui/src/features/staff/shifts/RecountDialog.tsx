/** Recount dialog: what somebody counted after the close, beside the figures of the Z, which stay. */
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet } from '../../../api/http/query';
import type { CashSetup } from '../../../api/types';
import { CountDialog } from '../../../parts/drawer/count/CountDialog';
import { emptyCount, sentCount } from '../../../parts/drawer/count/count';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { AFTER_NOTE, addNote } from './calls';
import { noting as words } from './strings';

interface RecountDialogProps {
  number: string;
  till: string;
  onClose: () => void;
}

export default function RecountDialog(props: RecountDialogProps) {
  const setup = useGet('/api/cash/setup').data;
  return setup ? <Recount setup={setup} {...props} /> : null;
}

function Recount({ setup, number, till, onClose }: RecountDialogProps & { setup: CashSetup }) {
  const draft = useFormDraft(`z-recount:${number}`, { ...emptyCount(setup), text: '' });
  const text = draft.values.text ?? '';
  return (
    <CountDialog
      title={words.recount}
      note={`${number}, ${till}`}
      submit={words.recount}
      setup={setup}
      draft={draft}
      missing={text.trim() === '' ? { text: words.textMissing } : {}}
      send={(options) =>
        addNote({ number, text: text.trim(), count: sentCount(draft.values, setup) }, options)
      }
      refreshes={AFTER_NOTE}
      onDone={() => toast(words.saved, number)}
      failed={words.failed}
      onClose={onClose}
      above={({ errors }) => (
        <>
          <p>{words.recountLead}</p>
          <TextField
            label={words.text}
            name="text"
            autoComplete="off"
            value={text}
            error={errors.text}
            onValue={(next) => draft.type({ text: next })}
          />
        </>
      )}
    />
  );
}
