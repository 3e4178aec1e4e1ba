/** The bar at the end of a form of the network: what saving does, and its button. */
import type { ReactNode } from 'react';
import { ActionButton } from '../../../../ui/ActionButton';
import { Alert } from '../../../../ui/feedback/Alert';
import { form as words } from './strings';
import type { Change } from './useChange';

interface TryBarProps {
  change: Change;
  /** What happens to the phones. */
  note?: ReactNode;
}

export function TryBar({ change: { problem, pending, waiting }, note = words.threeMinutes }: TryBarProps) {
  return (
    <>
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
