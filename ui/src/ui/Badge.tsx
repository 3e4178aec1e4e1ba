/** A status badge; its colour comes from data-status (one table in base.css). */
import type { ReactNode } from 'react';

export function Badge({ status, children }: { status?: string; children: ReactNode }) {
  return (
    <span className="badge" data-status={status}>
      {children}
    </span>
  );
}
