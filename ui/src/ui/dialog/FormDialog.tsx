/** A dialog that is a form: its fields, Discard while something typed is kept, Cancel, and the button that saves. */
import type { FormEvent, ReactNode, RefObject } from 'react';
import { Alert } from '../feedback/Alert';
import { FormButtons } from '../form/FormButtons';
import { KeptInput } from '../form/KeptInput';
import { Dialog } from './Dialog';
import { LongForm } from './LongForm';

/** What api/forms/useDraftForm gives. A form that sends nothing, or keeps no draft, leaves out those members. */
export interface DialogForm {
  formRef?: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  problem?: string | null;
  draft?: { kept: boolean; restored: boolean; discard: () => void };
  pending?: boolean;
  waiting?: boolean;
  /** Cancel: forgets what was typed. */
  leave: () => void;
  /** Close: keeps what was typed. */
  onClose: () => void;
}

interface FormDialogProps {
  form: DialogForm;
  title: ReactNode;
  note?: ReactNode;
  tools?: ReactNode;
  sheet?: boolean;
  /** Null: only the content has buttons. */
  submit: string | null;
  pendingLabel?: string;
  /** Nothing can be submitted yet. */
  disabled?: boolean;
  cancel: string;
  /** Longer than a phone: the fields scroll above the buttons. */
  long?: boolean;
  /** Buttons of the usual height. */
  small?: boolean;
  /** The buttons one above the other, submit first. */
  stacked?: boolean;
  /** Leaves the focus where it is when a field is wrong. */
  keepsFocus?: boolean;
  /** In place of the problem above the buttons; null shows none there. */
  alert?: ReactNode;
  /** Below the form. */
  below?: ReactNode;
  children: ReactNode;
}

export function FormDialog({ form, title, note, tools, sheet, below, children, ...rest }: FormDialogProps) {
  const { submit, pendingLabel, disabled, cancel, long, small, stacked, keepsFocus, alert } = rest;
  const { onSubmit, problem, draft, pending, waiting, leave, onClose } = form;
  const formRef = keepsFocus ? undefined : form.formRef;
  const buttons = submit !== null && (
    <FormButtons
      {...{ submit, pendingLabel, disabled, cancel, small, pending, waiting }}
      submitFirst={stacked}
      onCancel={leave}
    />
  );
  const fields = (
    <>
      {draft && <KeptInput {...draft} disabled={pending} />}
      {children}
    </>
  );
  return (
    <Dialog title={title} note={note} tools={tools} sheet={sheet} onClose={onClose}>
      {long ? (
        <LongForm formRef={formRef} onSubmit={onSubmit} problem={problem} footer={buttons}>
          {fields}
        </LongForm>
      ) : (
        <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
          {fields}
          {alert === undefined ? problem && <Alert>{problem}</Alert> : alert}
          {buttons && <footer className={stacked ? 'stack' : 'pair'}>{buttons}</footer>}
        </form>
      )}
      {below}
    </Dialog>
  );
}
