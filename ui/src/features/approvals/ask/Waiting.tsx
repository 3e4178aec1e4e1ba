/** Waits for a manager: the seconds as an arc and a number. */
import { Grid3x3 } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import { reachableStore } from '../../../api/live/live';
import type { Approval } from '../../../api/types';
import { useCountdown } from '../../../lib/render/useCountdown';
import { useStore } from '../../../lib/state/store';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { Alert } from '../../../ui/feedback/Alert';
import { hereLabel } from '../here';
import { waitOf } from '../read';
import { ask as words } from '../strings';

/** The ring's length. */
const WHOLE = 100;

interface WaitingProps {
  approval: Approval;
  onHere: () => void;
  onCancel: () => void;
}

export function Waiting({ approval, onHere, onCancel }: WaitingProps) {
  const seconds = waitOf(approval);
  // It was asked a moment ago, by whatever clock.
  const [until] = useState(() => untilOf(approval.id, seconds));
  const left = Math.min(seconds, useCountdown(until));
  const text = useRef<HTMLParagraphElement>(null);
  useTakeOverFocus(text);
  const reachable = useStore(reachableStore);
  return (
    <>
      <div className="stack waiting">
        <div
          className="ring"
          role="timer"
          aria-label={words.secondsLeft(left)}
          style={{ '--left': Math.round((left / seconds) * WHOLE) } as CSSProperties}
        >
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="44" pathLength={WHOLE} />
            <circle cx="50" cy="50" r="44" pathLength={WHOLE} />
          </svg>
          <span>{words.seconds(left)}</span>
        </div>
        <p ref={text} role="status" tabIndex={-1}>
          <b>{words.waiting}</b>
          <small>{words.seen}</small>
        </p>
        {!reachable && <Alert kind="warning">{words.unreachable}</Alert>}
      </div>
      <footer>
        <button type="button" className="secondary wide" onClick={onHere}>
          <Grid3x3 />
          {hereLabel()}
        </button>
        <button type="button" className="quiet wide" onClick={onCancel}>
          {words.cancel}
        </button>
      </footer>
    </>
  );
}

/** When each question ends, by this phone's clock: the seconds go on while a PIN is entered. */
const ends = new Map<number, number>();

function untilOf(id: number, seconds: number): number {
  const until = ends.get(id) ?? Date.now() + seconds * 1000;
  ends.clear();
  ends.set(id, until);
  return until;
}
