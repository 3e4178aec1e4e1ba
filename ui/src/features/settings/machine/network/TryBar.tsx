/** The bar at the end of a form of the network: what saving does, and its button. */
import type { ReactNode } from 'react';
import type { Kept } from '../../../../api/forms/useFormDraft';
import { ActionButton } from '../../../../ui/ActionButton';
import { Alert } from '../../../../ui/feedback/Alert';
import { KeptInput } from '../../../../ui/form/KeptInput';
import { form as words } from './strings';
import type { Change } from './useChange';

interface TryBarProps {
  change: Change;
  draft: Kept;
  /** What happens to the phones. */
  note?: ReactNode;
}

export function TryBar({ change, draft, note = words.threeMinutes }: TryBarProps) {
  const { problem, pending, waiting } = change;
  return (
    <>
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
    </>
  );
}
