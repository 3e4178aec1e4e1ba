/** Add or Edit Reason dialog: what it is used for, its name, and what it does. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { Reason, ReasonKind } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
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

  const dialog = useDraftForm<'name' | 'kind', Reason>({
    draft,
    write,
    check: () => (name.trim() === '' ? { name: words.nameRequired } : {}),
    // Only what was changed, so that two managers can change one reason at the same time.
    send: () => write.run({ id: reason?.id ?? null, ...(reason ? draft.typed : draft.values) }),
    onDone: (saved) => toast(reason ? words.changed : words.added, saved.name),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={reason ? words.editTitle : words.addTitle}
      note={reason?.name}
      pendingLabel={words.saving}
      cancel={words.cancel}
      submit={reason ? words.save : words.add}
      small
      keepsFocus
    >
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
    </FormDialog>
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
