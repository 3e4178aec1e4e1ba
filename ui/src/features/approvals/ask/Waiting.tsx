/** Waits for a manager: the seconds as an arc and a number. */
import { Grid3x3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { reachableStore } from '../../../api/live/live';
import type { Approval } from '../../../api/types';
import { useCountdown } from '../../../lib/render/useCountdown';
import { useStore } from '../../../lib/state/store';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { Alert } from '../../../ui/feedback/Alert';
import { Ring } from '../../../ui/Ring';
import { hereLabel } from '../here';
import { waitOf } from '../read';
import { ask as words } from '../strings';

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
        <Ring label={words.secondsLeft(left)} share={left / seconds}>
          {words.seconds(left)}
        </Ring>
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
