/** Correct Hours dialog: other times or other breaks, with a reason. The first figures stay below it. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { Period } from '../../../api/types';
import { formatDateTime } from '../../../lib/format';
import { formatMinutes } from '../../../parts/hours/hours';
import { words as hoursWords } from '../../../parts/hours/strings';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { hours as words } from '../strings';
import { AFTER_CORRECTION, correctPeriod } from './calls';
import { bodyOf, type CorrectionField, formOf, problemsOf } from './correction';

export function CorrectDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const draft = useFormDraft(`hours:${period.id}`, formOf(period));
  const form = draft.values;
  const write = useWrite(correctPeriod, { refreshes: AFTER_CORRECTION });

  const dialog = useDraftForm<CorrectionField, Period>({
    draft,
    write,
    check: () => problemsOf(form),
    send: () => write.run({ id: period.id, ...bodyOf(period, form) }),
    onDone: () => toast(words.corrected, period.userName),
    failed: words.correctFailed,
    onClose,
  });
  const { errors } = dialog;

  const time = (field: 'inAt' | 'outAt', label: string) => (
    <TextField
      type="datetime-local"
      label={label}
      name={field}
      value={form[field]}
      error={errors[field]}
      onValue={(value) => draft.type({ [field]: value })}
    />
  );
  return (
    <FormDialog
      form={dialog}
      title={words.correct}
      note={period.userName}
      cancel={words.cancel}
      submit={words.save}
      small
      keepsFocus
      below={<Earlier period={period} />}
    >
      {time('inAt', words.inAt)}
      {time('outAt', words.outAt)}
      <NumberField
        label={words.breakMinutes}
        name="breakMinutes"
        inputMode="numeric"
        value={form.breakMinutes}
        error={errors.breakMinutes}
        onValue={(breakMinutes) => draft.type({ breakMinutes })}
      />
      <TextField
        label={words.reason}
        value={form.reason}
        autoComplete="off"
        error={errors.reason}
        onValue={(reason) => draft.type({ reason })}
      />
    </FormDialog>
  );
}

/** What the period was before each correction, the first figures first. */
function Earlier({ period }: { period: Period }) {
  if (period.corrections.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="earlier-figures">
      <h3 id="earlier-figures">{words.earlier}</h3>
      <ul className="list">
        {period.corrections.map((before) => (
          <li key={before.correctedAt}>
            <span className="grow">
              <b>{hoursWords.times(before.inAt, before.outAt)}</b>
              <small>
                {hoursWords.correctedBy(
                  before.correctedBy,
                  formatDateTime(before.correctedAt),
                  before.reason,
                )}
              </small>
            </span>
            <span className="hours-figure">
              <b>{formatMinutes(before.paidMinutes)}</b>
              {before.breakMinutes > 0 && (
                <small>{hoursWords.breaks(formatMinutes(before.breakMinutes))}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
