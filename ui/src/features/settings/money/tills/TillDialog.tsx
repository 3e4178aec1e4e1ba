/** Add or Edit Till dialog. */
import { useDraftForm } from '../../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../../api/forms/useFormDraft';
import { useWrite } from '../../../../api/forms/useWrite';
import type { StaffName, Till } from '../../../../api/types';
import { FormDialog } from '../../../../ui/dialog/FormDialog';
import { toast } from '../../../../ui/feedback/toast';
import { TextField } from '../../../../ui/form/Field';
import { NumberField } from '../../../../ui/form/NumberField';
import { SelectField } from '../../../../ui/form/SelectField';
import { Switch } from '../../../../ui/form/Switch';
import { Segments } from '../../Segments';
import type { PrinterSetting } from '../../settings';
import { words as settingsWords } from '../../strings';
import { words } from './strings';
import { AFTER_TILL, bodyOf, formOf, hasPerson, KINDS, NEW_TILL, saveTill, type TillForm } from './tills';

/** The server's limit, in characters. */
const NAME_MAX = 40;

interface TillDialogProps {
  /** Null when adding one. */
  till: Till | null;
  people: readonly StaffName[];
  printers: readonly PrinterSetting[];
  onClose: () => void;
}

export function TillDialog({ till, people, printers, onClose }: TillDialogProps) {
  const draft = useFormDraft<TillForm>(`till:${till?.id ?? 'new'}`, till ? formOf(till) : NEW_TILL);
  const { values: form } = draft;
  const write = useWrite(saveTill, { refreshes: AFTER_TILL });
  const dialog = useDraftForm<keyof TillForm, Till>({
    draft,
    write,
    check: () => (form.name.trim() === '' ? { name: words.nameMissing } : {}),
    send: () => write.run({ id: till?.id ?? null, ...bodyOf(form) }),
    onDone: (saved) => toast(words.saved, saved.name),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={till ? words.editTitle : words.add}
      note={till?.name}
      submit={till ? words.save : words.add}
      pendingLabel={settingsWords.saving}
      cancel={words.cancel}
      long
    >
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={NAME_MAX}
        value={form.name}
        error={errors.name}
        onValue={(name) => draft.type({ name })}
      />
      <Segments<TillForm['kind']>
        label={words.kind}
        value={form.kind}
        options={KINDS}
        error={errors.kind}
        hint={till ? words.kindHint : undefined}
        onValue={(kind) => draft.type({ kind })}
      />
      {form.kind === 'drawer' && (
        <div className="stack tight">
          <Switch
            name="shared"
            label={words.shared}
            checked={form.shared}
            onChecked={(shared) => draft.type({ shared })}
          />
          <small>{words.sharedHint}</small>
        </div>
      )}
      {hasPerson(form) && (
        <SelectField
          label={words.person}
          name="userId"
          value={form.userId}
          options={[
            { value: '', label: words.anybody },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={errors.userId}
          onValue={(userId) => draft.type({ userId })}
        />
      )}
      <SelectField
        label={words.printer}
        name="printerId"
        value={form.printerId}
        options={[
          { value: '', label: words.anyPrinter },
          ...printers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={errors.printerId}
        hint={words.printerHint}
        onValue={(printerId) => draft.type({ printerId })}
      />
      <div className="amounts">
        <NumberField
          label={words.floatUSD}
          name="usualFloatUSD"
          value={form.usualFloatUSD}
          error={errors.usualFloatUSD}
          onValue={(usualFloatUSD) => draft.type({ usualFloatUSD })}
        />
        <NumberField
          label={words.floatLRD}
          name="usualFloatLRD"
          value={form.usualFloatLRD}
          error={errors.usualFloatLRD}
          onValue={(usualFloatLRD) => draft.type({ usualFloatLRD })}
        />
      </div>
      <small>{words.floatHint}</small>
    </FormDialog>
  );
}
