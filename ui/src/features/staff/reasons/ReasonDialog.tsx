/** Add or Edit Reason dialog: what it is used for, its name, and what it does. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import type { Reason, ReasonKind } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { KeptInput } from '../../../ui/form/KeptInput';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { reasonKinds, reasons as words } from '../strings';
import { AFTER_REASON, saveReason } from './calls';

const KINDS = Object.entries(reasonKinds).map(([value, label]) => ({ value: value as ReasonKind, label }));

interface ReasonDialogProps {
  /** Null when adding one. */
  reason: Reason | null;
  onClose: () => void;
}

export function ReasonDialog({ reason, onClose }: ReasonDialogProps) {
  const draft = useFormDraft(`reason:${reason?.id ?? 'new'}`, {
    kind: reason?.kind ?? ('void' as ReasonKind),
    name: reason?.name ?? '',
    active: reason?.active ?? true,
    returnStock: reason?.returnStock ?? false,
    noteRequired: reason?.noteRequired ?? false,
  });
  const { kind, name, active, returnStock, noteRequired } = draft.values;
  const write = useWrite(saveReason, { refreshes: AFTER_REASON });

  const { errors, problem, onSubmit } = useForm<'name' | 'kind', Reason>({
    pending: write.pending,
    check: () => (name.trim() === '' ? { name: words.nameRequired } : {}),
    // Only what was changed, so that two managers can change one reason at the same time.
    send: () => write.run({ id: reason?.id ?? null, ...(reason ? draft.typed : draft.values) }),
    onDone(saved) {
      toast(reason ? words.changed : words.added, saved.name);
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
    <Dialog title={reason ? words.editTitle : words.addTitle} note={reason?.name} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        {reason === null && (
          <SelectField
            label={words.kind}
            value={kind}
            options={KINDS}
            error={errors.kind}
            onValue={(next) => draft.type({ kind: next })}
          />
        )}
        <TextField
          label={words.name}
          value={name}
          autoComplete="off"
          error={errors.name}
          onValue={(text) => draft.type({ name: text })}
        />
        {kind === 'void' && (
          <Option
            name="returnStock"
            label={words.returnStock}
            hint={words.returnStockHint}
            checked={returnStock}
            onChecked={(next) => draft.type({ returnStock: next })}
          />
        )}
        <Option
          name="noteRequired"
          label={words.noteRequired}
          checked={noteRequired}
          onChecked={(next) => draft.type({ noteRequired: next })}
        />
        {reason && (
          <Option
            name="active"
            label={words.active}
            hint={words.activeHint}
            checked={active}
            onChecked={(next) => draft.type({ active: next })}
          />
        )}
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={leave}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={words.saving}>
            {reason ? words.save : words.add}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}

interface OptionProps {
  name: string;
  label: string;
  hint?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

function Option({ hint, ...option }: OptionProps) {
  return (
    <div className="stack tight">
      <Switch {...option} />
      {hint && <small>{hint}</small>}
    </div>
  );
}
