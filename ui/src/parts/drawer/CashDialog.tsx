/** A dialog with a form about cash: what is typed is kept until it is saved, cancelled or discarded. */
import type { ReactNode } from 'react';
import type { Root } from '../../api/calls';
import { type FieldErrors, useForm } from '../../api/forms/useForm';
import type { Kept } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { FormButtons } from '../../ui/form/FormButtons';
import { KeptInput } from '../../ui/form/KeptInput';
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
  function leave() {
    draft.discard();
    onClose();
  }
  const form = useForm<Field, Answer>({
    pending: write.pending,
    check,
    send: () => write.run(body()),
    onDone(answer) {
      leave();
      onDone(answer);
    },
    onFail(error) {
      // Another phone may have done it.
      void refresh(...refreshes);
      return messageOf(error, failed);
    },
  });
  return { ...form, draft, pending: write.pending, waiting: write.waiting, leave, onClose };
}

export type CashForm = Omit<ReturnType<typeof useCashForm>, 'setErrors'>;

interface CashDialogProps {
  title: string;
  note?: ReactNode;
  /** The label of the button that sends it. */
  submit: string;
  pendingLabel?: string;
  form: CashForm;
  children: ReactNode;
}

export function CashDialog({ title, note, form, children, ...labels }: CashDialogProps) {
  const { formRef, errors, problem, onSubmit, draft, pending, onClose } = form;
  return (
    <Dialog title={title} note={note} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={pending} />
        {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
        {children}
        <footer className="pair">
          <CashButtons form={form} {...labels} />
        </footer>
      </form>
    </Dialog>
  );
}

/** Cancel, which forgets what was typed, and the button that sends it. */
export function CashButtons({
  form: { pending, waiting, leave },
  submit,
  pendingLabel = words.saving,
}: Pick<CashDialogProps, 'form' | 'submit' | 'pendingLabel'>) {
  return (
    <FormButtons
      submit={submit}
      pendingLabel={pendingLabel}
      pending={pending}
      waiting={waiting}
      cancel={words.cancel}
      onCancel={leave}
    />
  );
}
