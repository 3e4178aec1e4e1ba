/** A message in the page, never in a browser window of its own. */
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICON = { error: CircleX, warning: TriangleAlert, info: Info };

export function Alert({ kind = 'error', children }: { kind?: keyof typeof ICON; children: ReactNode }) {
  const Icon = ICON[kind];
  return (
    <p className="alert" role="alert" data-status={kind}>
      <Icon />
      <span>{children}</span>
    </p>
  );
}
