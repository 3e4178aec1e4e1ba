/** Asks managers and admins whether the server's date is right, while the server doubts it; a box without a clock is offered theirs. */
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import type { BoxClock } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { useStore } from '../../lib/state/store';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { later, laterStore } from './later';
import { words } from './strings';
import { useDeviceTime } from './useDeviceTime';

export const CLOCK = '/api/box/clock';
/** A box that is off by more may take this device's time. */
const OFF_MS = 2 * 60_000;

const SetClock = lazy(() => import('./SetClock'));

export function ClockQuestion() {
  return mayManage(useSession().user?.role) ? <WhileDoubted /> : null;
}

function WhileDoubted() {
  const { data: clock, dataUpdatedAt: readAt } = useGet(CLOCK);
  const isPutOff = useStore(laterStore) === useSession().token;
  if (clock?.takesDeviceTime && Math.abs(readAt - Date.parse(clock.now)) > OFF_MS) {
    if (isPutOff) return null;
    return (
      <Suspense fallback={null}>
        <SetClock clock={clock} onLater={later} />
      </Suspense>
    );
  }
  return clock?.doubted ? <Question clock={clock} /> : null;
}

function Question({ clock }: { clock: BoxClock }) {
  const device = useDeviceTime();
  const [refused, setRefused] = useState<string | null>(null);
  const write = useWrite((deviceTime: string, options) => post(`${CLOCK}/confirm`, { deviceTime }, options), {
    refreshes: [CLOCK],
  });

  async function confirm() {
    setRefused(null);
    try {
      if (await write.run(new Date().toISOString())) toast(words.confirmed);
    } catch (error) {
      setRefused(messageOf(error, ''));
    }
  }

  return (
    <section className="card stack" aria-labelledby="clock-title">
      <h2 id="clock-title">{words.title}</h2>
      <p>{words.why}</p>
      <dl className="facts">
        <Moment name={words.box} at={clock.now} />
        {clock.lastEntryAt && <Moment name={words.last} at={clock.lastEntryAt} />}
        {clock.since && <Moment name={words.since} at={clock.since} />}
        <Moment name={words.phone} at={device} />
      </dl>
      {refused !== null && <Alert reason={refused}>{words.failed}</Alert>}
      <ActionButton
        type="button"
        pending={write.pending}
        waiting={write.waiting}
        pendingLabel={words.checking}
        onClick={() => void confirm()}
      >
        {words.right}
      </ActionButton>
      <small>{words.otherwise}</small>
    </section>
  );
}

function Moment({ name, at }: { name: string; at: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </dd>
    </>
  );
}
