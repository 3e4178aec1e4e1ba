/** A long form in a dialog: its fields scroll between the dialog's title and the buttons at the bottom. */
import type { FormEvent, ReactNode, RefObject } from 'react';
import '../../styles/long-form.css';

interface LongFormProps {
  formRef?: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  /** The buttons. */
  footer: ReactNode;
  children: ReactNode;
}

export function LongForm({ formRef, onSubmit, footer, children }: LongFormProps) {
  return (
    <form ref={formRef} className="long-form" noValidate tabIndex={-1} onSubmit={onSubmit}>
      <div className="fields">{children}</div>
      <footer className="pair">{footer}</footer>
    </form>
  );
}
