/** A reason, what else is asked, and two buttons: go ahead, or leave things as they are. */

import type { ReactNode } from 'react';
import type { Reason } from '../../../api/types';
import { ReasonPicker } from '../../../parts/reasons/ReasonPicker';
import type { Chosen } from '../../../parts/reasons/reasons';
import type { LoadedReasons } from '../../../parts/reasons/useReasons';
import { ActionButton } from '../../../ui/ActionButton';
import type { DialogForm } from '../../../ui/dialog/FormDialog';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { editItems as words } from '../strings';

interface ReasonFormProps {
  reasons: LoadedReasons;
  chosen: Chosen;
  onChosen: (chosen: Chosen, reason: Reason | null) => void;
  error: string | null | undefined;
  failed: { title: string; detail: string } | null;
  /** 'Cancel Order' */
  action: string;
  /** The other button, where nothing is kept. */
  cancel?: string;
  form: Required<Pick<DialogForm, 'draft' | 'pending' | 'waiting' | 'onSubmit' | 'leave'>>;
  children?: ReactNode;
}

export function ReasonForm(props: ReasonFormProps) {
  const { reasons, chosen, onChosen, error, failed, action, cancel = words.keep, form, children } = props;
  const { draft, pending, waiting, onSubmit, leave } = form;
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {failed && <Alert reason={failed.detail}>{failed.title}</Alert>}
      <ReasonPicker reasons={reasons} value={chosen} error={error} onValue={onChosen} />
      <KeptInput {...draft} disabled={pending} />
      {children}
      <footer className="pair">
        <button type="button" className="secondary" onClick={leave}>
          {cancel}
        </button>
        <ActionButton className="danger" pending={pending} waiting={waiting}>
          {action}
        </ActionButton>
      </footer>
    </form>
  );
}
