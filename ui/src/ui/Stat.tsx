/** A card with one figure, its label and notes. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format';

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Null while it is loading. */
  value: string | number | null;
  /** Lines below the figure. */
  notes?: readonly ReactNode[];
  /** Sets the colour of the figure. */
  status?: string;
}

/** Figures with more characters are set smaller to fit their card. */
const LONG = 9;

export function Stat({ icon: Icon, label, value, notes = [], status }: StatProps) {
  const shown = typeof value === 'number' ? formatCount(value) : value;
  return (
    <dl className="card stat" data-status={status}>
      <dt>
        <Icon />
        {label}
      </dt>
      <dd className={shown && shown.length > LONG ? 'long' : undefined}>
        {shown ?? <span className="skeleton pending">&nbsp;</span>}
      </dd>
      {notes.filter(Boolean).map((note, at) => (
        <dd key={at}>{note}</dd>
      ))}
    </dl>
  );
}
