/** A reason, what else is asked, and two buttons: keep things as they are, or go ahead. */
import type { FormEvent, ReactNode } from 'react';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { editItems as words } from '../strings';

interface ReasonFormProps {
  reason: string;
  onReason: (reason: string) => void;
  error: string | null | undefined;
  failed: { title: string; detail: string } | null;
  /** 'Cancel Order' */
  action: string;
  pending: boolean;
  waiting: boolean;
  onSubmit: (event: FormEvent) => void;
  onKeep: () => void;
  children: ReactNode;
}

export function ReasonForm(props: ReasonFormProps) {
  const { reason, onReason, error, failed, action, pending, waiting, onSubmit, onKeep, children } = props;
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {failed && <Alert reason={failed.detail}>{failed.title}</Alert>}
      <TextField
        label={words.reason}
        value={reason}
        autoComplete="off"
        error={reason.trim() === '' ? (error ?? null) : null}
        onValue={onReason}
      />
      {children}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onKeep}>
          {words.keep}
        </button>
        <ActionButton className="danger" pending={pending} waiting={waiting}>
          {action}
        </ActionButton>
      </footer>
    </form>
  );
}
