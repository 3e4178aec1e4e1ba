/** A card with one figure, its label and notes; it can be a button. */
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
  /** Makes the whole card a toggle button with this label. */
  toggle?: { label: string; pressed: boolean; onPress: () => void };
}

/** Figures with more characters are set smaller to fit their card. */
const LONG = 9;

export function Stat({ icon: Icon, label, value, notes = [], status, toggle }: StatProps) {
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
      {toggle && (
        <dd className="toggle">
          <button
            type="button"
            className="open"
            aria-label={toggle.label}
            aria-pressed={toggle.pressed}
            onClick={toggle.onPress}
          />
        </dd>
      )}
    </dl>
  );
}
