/** Adds a label that scales print: its first digits, and what is inside. */
import { listProblemFrom } from '../../../api/forms/refusal';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { cacheQuery, refresh } from '../../../api/http/query';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { decimalsOf, holding, type LabelForm, labelOf, NEW_LABEL, problemOf, readingOf } from './labels';
import { scales as words } from './strings';

interface LabelDialogProps {
  labels: Settings['scaleLabels'];
  onClose: () => void;
}

const HOLDS = (['price', 'weight'] as const).map((value) => ({ value, label: words[value] }));

export default function LabelDialog({ labels, onClose }: LabelDialogProps) {
  const draft = useFormDraft<LabelForm>('scale-label', NEW_LABEL);
  const form = draft.values;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const dialog = useDraftForm<'prefix', Settings>({
    draft,
    write,
    check: () => {
      const prefix = problemOf(form.prefix, labels);
      return prefix ? { prefix } : {};
    },
    send: () => write.run({ scaleLabels: [...labels, labelOf(form)] }),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      toast(words.added, form.prefix.trim());
    },
    onFail(error) {
      // Another phone may have added one; the next try must include it.
      void refresh(SETTINGS);
      return listProblemFrom(error) ?? words.failed;
    },
    onClose,
  });

  return (
    <FormDialog
      form={dialog}
      title={words.add}
      submit={words.add}
      pendingLabel={settingsWords.saving}
      cancel={words.cancel}
    >
      <TextField
        label={words.prefix}
        hint={words.prefixHint}
        name="prefix"
        inputMode="numeric"
        maxLength={2}
        value={form.prefix}
        error={dialog.errors.prefix}
        onValue={(prefix) => draft.type({ prefix })}
      />
      <SelectField
        label={words.holds}
        value={form.holds}
        options={HOLDS}
        onValue={(holds) => draft.type(holding(form, holds))}
      />
      <SelectField
        label={words.decimals}
        hint={readingOf(form)}
        value={form.decimals}
        options={decimalsOf(form.holds).map((value) => ({ value, label: value }))}
        onValue={(decimals) => draft.type({ decimals })}
      />
    </FormDialog>
  );
}
