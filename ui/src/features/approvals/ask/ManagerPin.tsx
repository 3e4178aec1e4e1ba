/** The PIN of a manager, typed on the phone of the person who asked. */
import { useRef, useState } from 'react';
import { loadTill, type Till } from '../../../api/till';
import type { Approval, PersonHere } from '../../../api/types';
import { useCountdown } from '../../../lib/render/useCountdown';
import { digitsNeeded } from '../../../parts/pin/pin';
import { type Problem, problemOf } from '../../../parts/pin/problem';
import { pin as pinWords } from '../../../parts/pin/strings';
import { waitUntil } from '../../../parts/pin/wait';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { Alert } from '../../../ui/feedback/Alert';
import { PIN_MIN, PinDots, PinPad } from '../../../ui/form/PinPad';
import { decidedAlready, grantHere } from '../calls';
import { ask as words } from '../strings';
import { isNoManager } from './noManager';

interface ManagerPinProps {
  id: number;
  till: Till;
  person: PersonHere;
  onDecided: (approval: Approval) => void;
  onBack: () => void;
}

export function ManagerPin({ id, till, person, onDecided, onBack }: ManagerPinProps) {
  const { userId, name, pinStatus } = person;
  const [pin, setPin] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const wait = useCountdown(waitUntil(till, userId));
  const title = useRef<HTMLElement>(null);
  useTakeOverFocus(title);
  const off = pinStatus === 'off' ? { text: pinWords.off, reason: undefined } : null;

  async function enter() {
    if (pin.length < PIN_MIN) return setProblem({ text: words.tooShort });
    setPending(true);
    setProblem(null);
    try {
      onDecided(await grantHere(id, { userId, pin }));
    } catch (error) {
      const decided = decidedAlready(error);
      if (decided) return onDecided(decided);
      setProblem(isNoManager(error) ? { text: words.notManager } : problemOf(error));
      setPin('');
      // How long to wait now.
      void loadTill().catch(() => {});
    } finally {
      setPending(false);
    }
  }

  const shown = off ?? problem;
  return (
    <>
      <div className="stack whose">
        <b ref={title} tabIndex={-1}>
          {words.hello(name)}
        </b>
        <PinDots
          count={pin.length}
          label={pinWords.digits(pin.length)}
          needed={digitsNeeded(person.role)}
          hint={pinWords.enter(digitsNeeded(person.role))}
        />
        {wait > 0 ? (
          <p className="alert" data-status="error">
            {shown && !problem?.isWait && <span role="alert">{shown.text}</span>}
            <b role="timer">{pinWords.tryAgainIn(wait)}</b>
          </p>
        ) : (
          shown && <Alert reason={shown.reason}>{shown.text}</Alert>
        )}
      </div>
      <PinPad
        label={words.pin}
        pin={pin}
        onPin={(next) => {
          setPin(next);
          setProblem(null);
        }}
        onEnter={() => void enter()}
        disabled={wait > 0 || off !== null}
        busy={pending}
      />
      <footer>
        <button type="button" className="quiet wide" onClick={onBack}>
          {words.back}
        </button>
      </footer>
    </>
  );
}
