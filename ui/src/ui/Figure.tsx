/** One figure with its label, large, and below it what it is measured against. */
import type { ReactNode } from 'react';
import '../styles/shared/figures.css';

interface FigureProps {
  name: ReactNode;
  value: string;
  /** Sets the colour of the figure. */
  status?: string;
  children?: string | null | false;
}

export function Figure({ name, value, status, children }: FigureProps) {
  return (
    <dl className="live" data-status={status}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {children && <dd>{children}</dd>}
    </dl>
  );
}
