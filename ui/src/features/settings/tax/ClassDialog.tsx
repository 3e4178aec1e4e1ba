/** Add or edit a tax class: name, kind, and its dated rates. */

import { useState } from 'react';
import { listProblemFrom } from '../../../api/forms/refusal';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { cachedQuery, cacheQuery, refresh } from '../../../api/http/query';
import type { TaxClass } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { TAX } from '../../../parts/tax/rates';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { type ClassForm, checkClass, formOf, listWith, NEW_CLASS, tried } from './classForm';
import { RateRows } from './RateRows';
import { KINDS, dialog as words } from './strings';

/** The server's limit, in characters. */
const NAME_MAX = 40;
const TRIED = '2.00';

interface ClassDialogProps {
  classes: readonly TaxClass[];
  /** Null: a new one. */
  taxClass: TaxClass | null;
  today: string;
  onClose: () => void;
}

export default function ClassDialog({ classes, taxClass, today, onClose }: ClassDialogProps) {
  const start = taxClass ? formOf(taxClass) : NEW_CLASS;
  const draft = useFormDraft<ClassForm>(`tax-class:${taxClass?.id ?? 'new'}`, start);
  const form = draft.values;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const dialog = useDraftForm<string, Settings>({
    draft,
    write,
    check: () => checkClass(form),
    send: () => write.run(listWith(classes, taxClass?.id ?? null, form)),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      toast(words.saved, form.name.trim());
    },
    onFail(error) {
      // Another phone may have changed the classes; the next try must include that.
      void refresh(SETTINGS);
      return listProblemFrom(error) ?? words.failed;
    },
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={taxClass ? words.edit : words.add}
      submit={words.save}
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
      <SelectField
        label={words.kind}
        name="kind"
        value={form.kind}
        options={KINDS}
        onValue={(kind) => draft.type({ kind })}
      />
      {taxClass && (
        <Switch
          name="active"
          label={words.active}
          checked={form.active}
          onChecked={(active) => draft.type({ active })}
        />
      )}
      {form.kind === 'taxed' && (
        <>
          <RateRows rates={form.rates} errors={errors} onRates={(rates) => draft.type({ rates })} />
          <TryIt form={form} today={today} />
        </>
      )}
    </FormDialog>
  );
}

/** What an amount comes to with the rates as they are typed. */
function TryIt({ form, today }: { form: ClassForm; today: string }) {
  const [amount, setAmount] = useState(TRIED);
  const figures = tried(form, amount, today, cachedQuery(TAX)?.mode ?? 'off');
  return (
    <div className="stack tight">
      <NumberField label={words.tryIt} hint={words.tryHint} value={amount} onValue={setAmount} />
      <output>
        {figures
          ? words.result(formatMoney(figures.tax, 'USD'), formatMoney(figures.net, 'USD'))
          : words.noRate}
      </output>
    </div>
  );
}
