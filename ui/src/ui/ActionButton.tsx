/** Submit button: disabled and busy while pending, labelled 'Waiting for the box…' while the server does not answer. */
import { type ButtonHTMLAttributes, type ReactNode, useRef } from 'react';
import { useRestoreFocus } from './dialog/useRestoreFocus';
import { WAITING } from './strings';

interface ActionButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  pending?: boolean;
  waiting?: boolean;
  /** Label while pending, such as 'Signing in...'; without it the label does not change. */
  pendingLabel?: ReactNode;
}

export function ActionButton({
  pending,
  waiting,
  pendingLabel,
  children,
  disabled,
  ...rest
}: ActionButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useRestoreFocus(ref, pending ?? false);
  const label = waiting ? WAITING : pending && pendingLabel ? pendingLabel : children;
  return (
    <button ref={ref} type="submit" {...rest} aria-busy={pending || undefined} disabled={disabled || pending}>
      {label}
    </button>
  );
}

/** The note 'Waiting for the box…', for writes that have no ActionButton. */
export function WaitingNote({ waiting }: { waiting: boolean }) {
  if (!waiting) return null;
  return (
    <p className="alert" role="status" data-status="warning">
      {WAITING}
    </p>
  );
}
