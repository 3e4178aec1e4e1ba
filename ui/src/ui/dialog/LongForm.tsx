/** A long form in a dialog: its fields scroll between the dialog's title and the buttons at the bottom. */
import type { FormEvent, ReactNode, RefObject } from 'react';
import { Alert } from '../feedback/Alert';
import './long-form.css';

interface LongFormProps {
  formRef?: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  /** The buttons. */
  footer: ReactNode;
  /** Why the form was not saved: stands at the buttons, because the place where the fields end may be out of sight. */
  problem?: string | null;
  children: ReactNode;
}

export function LongForm({ formRef, onSubmit, footer, problem, children }: LongFormProps) {
  return (
    <form ref={formRef} className="long-form" noValidate tabIndex={-1} onSubmit={onSubmit}>
      <div className="fields">{children}</div>
      <footer className="pair">
        {problem && <Alert>{problem}</Alert>}
        {footer}
      </footer>
    </form>
  );
}
