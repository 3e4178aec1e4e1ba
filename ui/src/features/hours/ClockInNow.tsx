/** 'Clock in now?': asked after a person's first sign-in of a business day, where the bar has the clock. */
import { useEffect, useState } from 'react';
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { read, userKey, write } from '../../lib/state/storage';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { CLOCK } from './hours';
import { words } from './strings';
import { useClock } from './useClock';

/** Characters of the token that tell sessions apart. */
const MARK_LENGTH = 12;

export default function ClockInNow() {
  const { token, user } = useSession();
  const isOn = useBox()?.clock?.mode === 'on';
  if (!isOn || !token || !user || user.mustChangePassword) return null;
  return <WhenAsked key={token} mark={token.slice(-MARK_LENGTH)} username={user.username} />;
}

function WhenAsked({ mark, username }: { mark: string; username: string }) {
  const key = userKey('clock-asked', username);
  const [answered, setAnswered] = useState(() => read(key) === mark);
  // The box knows whether this session is the first of the business day.
  const clock = useGet(at(CLOCK, { signIn: true }), { enabled: !answered });
  const ask = clock.data?.ask;

  function answer() {
    write(key, mark);
    setAnswered(true);
  }
  useEffect(() => {
    if (ask === false) answer();
  }, [ask]);
  return !answered && ask ? <Question onAnswer={answer} /> : null;
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
