/** A message in the page, never in a browser window of its own. */
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICON = { error: CircleX, warning: TriangleAlert, info: Info };

interface AlertProps {
  kind?: keyof typeof ICON;
  children: ReactNode;
  /** Why, in an element of its own: what happened can be looked up to the letter. */
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
