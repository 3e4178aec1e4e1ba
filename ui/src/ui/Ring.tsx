/** Time that runs out: an arc, and what is left inside it. */
import type { CSSProperties } from 'react';
import './ring.css';

/** The ring's length. */
const WHOLE = 100;

interface RingProps {
  /** What is left, in words. */
  label: string;
  /** 0 to 1. */
  share: number;
  /** What stands inside. */
  children: string;
}

export function Ring({ label, share, children }: RingProps) {
  return (
    <div
      className="ring"
      role="timer"
      aria-label={label}
      style={{ '--left': Math.round(share * WHOLE) } as CSSProperties}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="44" pathLength={WHOLE} />
        <circle cx="50" cy="50" r="44" pathLength={WHOLE} />
      </svg>
      <span>{children}</span>
    </div>
  );
}
