/** A count in a dialog: of a till that was taken over, of a safe, or after the close. */

import type { ReactNode } from 'react';
import type { Root } from '../../../api/calls';
import type { FieldErrors } from '../../../api/forms/useForm';
import type { FormDraft } from '../../../api/forms/useFormDraft';
import type { WriteOptions } from '../../../api/http/client';
import type { CashSetup } from '../../../api/types';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useCashForm } from '../CashDialog';
import { move, count as words } from '../strings';
import { cashText } from '../till';
import { Counter } from './Counter';
import { type CountValues, problemOf, totalOf } from './count';

interface CountDialogProps<Answer> {
  title?: string;
  /** Under the title; without one, what is counted. */
  note?: string;
  submit?: string;
  setup: CashSetup;
  draft: FormDraft<CountValues>;
  /** What is missing beside the count, by field. */
  missing?: FieldErrors;
  /** Sends what is counted. */
  send: (options: WriteOptions) => Promise<Answer>;
  refreshes?: readonly Root[];
  onDone: (answer: Answer) => void;
  /** Said where the box gives no reason. */
  failed: string;
  onClose: () => void;
  /** Fields above the count. */
  above?: (form: { errors: FieldErrors }) => ReactNode;
}

export function CountDialog<Answer>(props: CountDialogProps<Answer>) {
  const { title = words.title, note, submit = words.submit, setup, draft, missing = {} } = props;
  const { send, refreshes, onDone, failed, onClose, above } = props;
  const { values } = draft;
  const form = useCashForm({
    draft,
    check(): FieldErrors {
      const count = problemOf(values, setup);
      return count ? { ...missing, count } : missing;
    },
    body: () => null,
    send: (_, options) => send(options),
    refreshes,
    onDone,
    failed,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      note={note ?? cashText(totalOf(values, setup))}
      submit={submit}
      pendingLabel={words.submitting}
      cancel={move.cancel}
      long
    >
      {above?.(form)}
      <Counter setup={setup} values={values} error={form.errors.count} onType={draft.type} />
    </FormDialog>
  );
}
