/** A warning that is part of the page from the start; unlike an Alert, screen readers do not announce it. */
import { CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICON = { error: CircleX, warning: TriangleAlert };

export function Notice({ kind, children }: { kind: keyof typeof ICON; children: ReactNode }) {
  const Icon = ICON[kind];
  return (
    <p className="alert" data-status={kind}>
      <Icon />
      <span>{children}</span>
    </p>
  );
}
