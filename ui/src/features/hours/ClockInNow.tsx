/** 'Clock in now?': asked after a person's first sign-in of a business day, where the bar has the clock; never over a form. */
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { isBusy } from '../../lib/state/busy';
import { read, userKey, write } from '../../lib/state/storage';
import { CLOCK } from '../../parts/hours/hours';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { words } from './strings';
import { useClock } from './useClock';

/** Characters of the token that tell sessions apart. */
const MARK_LENGTH = 12;

interface ClockInNowProps {
  /** The token of the session in which the clock was off before: its sign-in was not one that asks. */
  wasOffIn?: string | null;
}

export default function ClockInNow({ wasOffIn = null }: ClockInNowProps) {
  const { token, user } = useSession();
  const isOn = useBox()?.clock?.mode === 'on';
  if (!isOn || !token || !user || user.mustChangePassword) return null;
  return (
    <WhenAsked
      key={token}
      mark={token.slice(-MARK_LENGTH)}
      username={user.username}
      wasOff={wasOffIn === token}
    />
  );
}

interface WhenAskedProps {
  mark: string;
  username: string;
  wasOff: boolean;
}

function WhenAsked({ mark, username, wasOff }: WhenAskedProps) {
  const key = userKey('clock-asked', username);
  const [answered, setAnswered] = useState(() => wasOff || read(key) === mark);
  // The box knows whether this session is the first of the business day.
  const clock = useGet(at(CLOCK, { signIn: true }), { enabled: !answered });
  const ask = clock.data?.ask;

  function answer() {
    write(key, mark);
    setAnswered(true);
  }
  useEffect(() => {
    if (ask === false || wasOff) answer();
  }, [ask, wasOff]);
  // A busy user is asked on the next screen.
  const [path] = useLocation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (ask && !isBusy()) setShown(true);
  }, [ask, path]);
  return !answered && ask && shown ? <Question onAnswer={answer} /> : null;
}

function Question({ onAnswer }: { onAnswer: () => void }) {
  const { take, pending, waiting } = useClock();
  return (
    <Dialog title={words.question} onClose={onAnswer}>
      <p>{words.questionDetail}</p>
      <footer className="pair">
        <button type="button" className="secondary" onClick={onAnswer}>
          {words.notNow}
        </button>
        <ActionButton
          type="button"
          pending={pending}
          waiting={waiting}
          onClick={() => void take('in').then((done) => done && onAnswer())}
        >
          {words.clockIn}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
