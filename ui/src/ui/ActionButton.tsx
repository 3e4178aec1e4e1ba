/** The main button of a form: busy while pending, and says when it waits for the server. */
import { type ButtonHTMLAttributes, type ReactNode, useRef } from 'react';
import { useRestoreFocus } from './dialog/useRestoreFocus';
import { WAITING } from './strings';

interface ActionButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  pending?: boolean;
  waiting?: boolean;
  /** 'Signing in...'; without it the label stays. */
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

/** For writes without a button of their own to say it. */
export function WaitingNote({ waiting }: { waiting: boolean }) {
  if (!waiting) return null;
  return (
    <p className="alert" role="status" data-status="warning">
      {WAITING}
    </p>
  );
}
