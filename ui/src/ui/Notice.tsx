/** Something that stands in the page from its start: no news, so it is not read out over what one came for. */
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
