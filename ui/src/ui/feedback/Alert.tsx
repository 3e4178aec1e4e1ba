/** An alert in the page, announced by screen readers. */
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICON = { error: CircleX, warning: TriangleAlert, info: Info };

interface AlertProps {
  kind?: keyof typeof ICON;
  children: ReactNode;
  /** The reason, in an element of its own, so that the message keeps the wording of product.md. */
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
