/** A message in the page. */
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICON = { error: CircleX, warning: TriangleAlert, info: Info };

interface AlertProps {
  kind?: keyof typeof ICON;
  children: ReactNode;
  /** The reason, in its own element, so that the message stays verbatim. */
  reason?: string | null;
}

export function Alert({ kind = 'error', children, reason }: AlertProps) {
  const Icon = ICON[kind];
  return (
    <p className="alert" role="alert" data-status={kind}>
      <Icon />
      <span>
        <span>{children}</span>
        {reason && <small> {reason}</small>}
      </span>
    </p>
  );
}
