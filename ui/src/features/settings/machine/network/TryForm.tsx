/** The frame of a form of the network: its fields, then what saving does, and the button. */
import type { ReactNode } from 'react';
import type { Kept } from '../../../../api/forms/useFormDraft';
import { ActionButton } from '../../../../ui/ActionButton';
import { Alert } from '../../../../ui/feedback/Alert';
import { KeptInput } from '../../../../ui/form/KeptInput';
import { PAGE_TITLE } from '../../pageTitle';
import { form as words } from './strings';
import type { Change } from './useChange';

interface TryFormProps {
  change: Change;
  draft: Kept;
  /** What happens to the phones. */
  note?: ReactNode;
  children: ReactNode;
}

export function TryForm({ change, draft, note = words.threeMinutes, children }: TryFormProps) {
  const { problem, pending, waiting } = change;
  return (
    <form
      ref={change.formRef}
      className="stack machine"
      noValidate
      aria-labelledby={PAGE_TITLE}
      onSubmit={change.onSubmit}
    >
      {draft.restored && <KeptInput {...draft} disabled={pending} />}
      {children}
      {/* Not above the fields: they would move under the finger. */}
      {!draft.restored && <KeptInput {...draft} disabled={pending} />}
      <p className="lead">{words.lead}</p>
      <footer className="actionbar bottom-bar">
        {problem !== null && <Alert>{problem}</Alert>}
        <span className="grow try">
          <b>{words.tryIt}</b>
          <small>{note}</small>
        </span>
        <ActionButton className="large" pending={pending} waiting={waiting} pendingLabel={words.saving}>
          {words.save}
        </ActionButton>
      </footer>
    </form>
  );
}
