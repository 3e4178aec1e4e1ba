/** The PIN of one person. */
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { loadTill, type Till } from '../../api/till';
import type { PersonHere, Role } from '../../api/types';
import { initialsOf } from '../../lib/format';
import { useCountdown } from '../../lib/render/useCountdown';
import { digitsNeeded } from '../../parts/pin/pin';
import { type Problem, problemOf } from '../../parts/pin/problem';
import { pin as pinWords } from '../../parts/pin/strings';
import { waitUntil } from '../../parts/pin/wait';
import { Alert } from '../../ui/feedback/Alert';
import { PIN_MIN, PinDots, PinPad } from '../../ui/form/PinPad';
import { signInByPin } from './api';
import { Clock } from './Clock';
import { lock as words } from './strings';

interface PinEntryProps {
  till: Till;
  person: PersonHere;
  onTry: () => void;
  onSignedIn: (role: Role) => void;
  onBack: () => void;
  onForgot: () => void;
  onPassword: () => void;
}

export function PinEntry({ till, person, onTry, onSignedIn, onBack, onForgot, onPassword }: PinEntryProps) {
  const { userId, name } = person;
  const [pin, setPin] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const wait = useCountdown(waitUntil(till, userId));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    onTry();
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onBack();
    };
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);

  async function enter() {
    if (pin.length < PIN_MIN) return setProblem({ text: words.tooShort });
    setPending(true);
    setProblem(null);
    try {
      onSignedIn((await signInByPin(userId, pin)).user.role);
    } catch (error) {
      setProblem(problemOf(error));
      setPin('');
      // How long to wait, whether the device is locked or was revoked. The next try does not wait for that.
      void loadTill().catch(() => {});
    } finally {
      setPending(false);
    }
  }

  const blocked = stateOf(till, person);
  const shown = blocked ?? problem;
  return (
    <main className="entry">
      <header className="split">
        <button type="button" className="quiet back" onClick={onBack}>
          <ChevronLeft />
          {words.back}
        </button>
        <small>
          {till.device.name} · <Clock />
        </small>
      </header>
      <div className="whom">
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <h1 ref={title} tabIndex={-1}>
          {words.hello(name)}
        </h1>
        <PinDots
          count={pin.length}
          label={pinWords.digits(pin.length)}
          needed={digitsNeeded(person.role)}
          hint={pinWords.enter(digitsNeeded(person.role))}
        />
        {wait > 0 ? (
          <Wait seconds={wait} problem={shown} />
        ) : (
          shown && <Alert reason={shown.reason}>{shown.text}</Alert>
        )}
      </div>
      <div className="stack">
        <PinPad
          label={words.pin}
          pin={pin}
          onPin={(next) => {
            setPin(next);
            setProblem(null);
          }}
          onEnter={() => void enter()}
          disabled={wait > 0 || blocked !== null}
          busy={pending}
        />
        <div className="split">
          <button type="button" className="quiet" onClick={onForgot}>
            {words.forgot}
          </button>
          <button type="button" className="quiet" onClick={onPassword}>
            {words.usePassword}
          </button>
        </div>
      </div>
    </main>
  );
}

/** Screen readers hear why once, and the seconds when they ask. */
function Wait({ seconds, problem }: { seconds: number; problem: Problem | null }) {
  return (
    <p className="alert" data-status="error">
      {problem && !problem.isWait && <span role="alert">{problem.text}</span>}
      <b role="timer">{pinWords.tryAgainIn(seconds)}</b>
    </p>
  );
}

/** What is known before a PIN is typed. */
function stateOf({ device }: Till, { pinStatus }: PersonHere): Problem | null {
  if (device.status === 'locked') return { text: words.locked };
  return pinStatus === 'off' ? { text: pinWords.off } : null;
}
