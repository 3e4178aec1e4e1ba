/** Keeps what the lock screen shows fresh: a PIN is set elsewhere, a manager unlocks or revokes the device. */
import { useEffect, useState } from 'react';
import { loadTill } from '../../api/till';

/** Pause between two questions to the box; shorter while it does not answer. */
export const ASK_EVERY_MS = 10_000;
export const RETRY_MS = 2_000;

/** False while the box does not answer. Nothing is asked while the page is hidden. */
export function useTillNews(): boolean {
  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      clearTimeout(timer);
      const answered = await loadTill().then(
        () => true,
        () => false,
      );
      if (stopped) return;
      setReachable(answered);
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(ask, answered ? ASK_EVERY_MS : RETRY_MS);
    }
    const onVisible = () => {
      if (!document.hidden) void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('online', onVisible);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('online', onVisible);
    };
  }, []);
  return reachable;
}
