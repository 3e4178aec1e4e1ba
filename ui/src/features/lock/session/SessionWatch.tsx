/** Watches over a session on an enrolled device: locks it by itself, and shows wrong PINs in its person's name. */
import { ShieldAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { sessionStore, startSession, useSession } from '../../../api/session';
import { formatDateTime, formatTime } from '../../../lib/format';
import { dismissToast } from '../../../ui/feedback/toast';
import { lockDevice, sendAlive } from '../api';
import { watch as words } from '../strings';
import { startAutoLock } from './autoLock';

export default function SessionWatch() {
  const { token, info } = useSession();
  const lockAfter = info?.lockAfter;
  const lockAfterSale = info?.lockAfterSale ?? false;
  useEffect(() => {
    if (!token || !lockAfter) return;
    const stop = startAutoLock({
      lockAfterMs: lockAfter * 1000,
      lockAfterSale,
      onLock: lockDevice,
      onAlive: sendAlive,
    });
    return () => {
      stop();
      // The next person must not read it.
      dismissToast();
    };
  }, [token, lockAfter, lockAfterSale]);
  if (!info?.wrongTries || !info.wrongTriesSince) return null;
  return (
    <p className="banner" role="status" data-status="warning">
      <ShieldAlert />
      <b className="grow">{words.wrongTries(info.wrongTries, sinceWhen(info.wrongTriesSince))}</b>
      <button type="button" className="quiet icon-only" aria-label={words.dismiss} onClick={dismiss}>
        <X />
      </button>
    </p>
  );
}

function dismiss(): void {
  const { token, user, info } = sessionStore.get();
  if (token && user && info) startSession(token, user, { ...info, wrongTries: 0 });
}

/** `8:42 PM`, with the date if it was not today. */
function sinceWhen(at: string): string {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return today ? formatTime(at) : formatDateTime(at);
}
