/** Offers to set the box's clock to this phone's, where the box knows nothing better. */
import { useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { refreshAll } from '../../api/http/query';
import type { BoxClock } from '../../api/types';
import { formatDateTime, formatTime } from '../../lib/format';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { setClock as words } from './setStrings';
import { useDeviceTime } from './useDeviceTime';

interface SetClockProps {
  clock: BoxClock;
  /** Takes the question off the screen until the next sign-in. */
  onLater?: () => void;
}

export default function SetClock({ clock, onLater }: SetClockProps) {
  const device = useDeviceTime();
  const [refused, setRefused] = useState<string | null>(null);
  const write = useWrite((deviceTime: string, options) =>
    post('/api/box/clock/set', { deviceTime }, options),
  );

  async function set() {
    setRefused(null);
    try {
      const answer = await write.run(new Date().toISOString());
      if (!answer) return;
      toast(words.done(formatTime(answer.now)));
      // Ages, and the day that is shown, are other ones now.
      void refreshAll();
    } catch (error) {
      setRefused(messageOf(error, ''));
    }
  }

  return (
    <section className="card stack" aria-labelledby="set-clock">
      <h2 id="set-clock">{words.question(formatTime(device))}</h2>
      <p>{words.why}</p>
      <dl className="facts">
        <dt>{words.box}</dt>
        <dd>
          <time dateTime={clock.now}>{formatDateTime(clock.now)}</time>
        </dd>
        <dt>{words.phone}</dt>
        <dd>
          <time dateTime={device}>{formatDateTime(device)}</time>
        </dd>
      </dl>
      {refused !== null && <Alert reason={refused}>{words.failed}</Alert>}
      <div className="pair">
        {onLater && (
          <button type="button" className="secondary" onClick={onLater}>
            {words.later}
          </button>
        )}
        <ActionButton
          type="button"
          pending={write.pending}
          waiting={write.waiting}
          pendingLabel={words.setting}
          onClick={() => void set()}
        >
          {words.set}
        </ActionButton>
      </div>
    </section>
  );
}
