/** A warning that is in the page from the start: not announced by screen readers, unlike an Alert. */
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
