/** A reason, what else is asked, and two buttons: keep things as they are, or go ahead. */
import type { FormEvent, ReactNode } from 'react';
import type { Reason } from '../../../api/types';
import { ReasonPicker } from '../../../parts/reasons/ReasonPicker';
import type { Chosen } from '../../../parts/reasons/reasons';
import type { LoadedReasons } from '../../../parts/reasons/useReasons';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { editItems as words } from '../strings';

interface ReasonFormProps {
  reasons: LoadedReasons;
  chosen: Chosen;
  onChosen: (chosen: Chosen, reason: Reason | null) => void;
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
  const { reasons, chosen, onChosen, error, failed, action, pending, waiting, onSubmit, onKeep, children } =
    props;
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {failed && <Alert reason={failed.detail}>{failed.title}</Alert>}
      <ReasonPicker reasons={reasons} value={chosen} error={error} onValue={onChosen} />
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
