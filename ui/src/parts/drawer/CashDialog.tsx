/** A dialog with a form about cash: what is typed is kept until it is saved, cancelled or discarded. */

import type { ReactNode } from 'react';
import type { Root } from '../../api/calls';
import { problemFrom } from '../../api/forms/refusal';
import { useDraftForm } from '../../api/forms/useDraftForm';
import type { FieldErrors } from '../../api/forms/useForm';
import type { Kept } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import { refresh } from '../../api/http/query';
import { type DialogForm, FormDialog } from '../../ui/dialog/FormDialog';
import { Alert } from '../../ui/feedback/Alert';
import { move as words } from './strings';
import { AFTER_CASH } from './till';

interface CashFormSettings<Field extends string, Body, Answer> {
  draft: Kept;
  check: () => FieldErrors<Field>;
  /** What is sent of what is typed. */
  body: () => Body;
  send: (body: Body, options: WriteOptions) => Promise<Answer>;
  /** What changes with it; by default tills and shifts. */
  refreshes?: readonly Root[];
  onDone: (answer: Answer) => void;
  /** Said where the box gives no reason. */
  failed: string;
  onClose: () => void;
}

export function useCashForm<Field extends string, Body, Answer>(
  settings: CashFormSettings<Field, Body, Answer>,
) {
  const { draft, check, body, send, refreshes = AFTER_CASH, onDone, failed, onClose } = settings;
  const write = useWrite(send, { refreshes });
  return useDraftForm<Field, Answer>({
    draft,
    write,
    check,
    send: () => write.run(body()),
    onDone,
    onFail(error) {
      // Another phone may have done it.
      void refresh(...refreshes);
      return problemFrom(error, failed);
    },
    onClose,
  });
}

interface CashDialogProps {
  title: string;
  note?: ReactNode;
  /** The label of the button that sends it. */
  submit: string;
  pendingLabel?: string;
  form: DialogForm;
  children: ReactNode;
}

export function CashDialog({ form, pendingLabel = words.saving, children, ...dialog }: CashDialogProps) {
  return (
    <FormDialog {...dialog} form={form} pendingLabel={pendingLabel} cancel={words.cancel} alert={null}>
      {form.problem !== null && <Alert>{form.problem}</Alert>}
      {children}
    </FormDialog>
  );
}
