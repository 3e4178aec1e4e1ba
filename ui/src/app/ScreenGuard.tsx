/** Error boundary that reloads a screen automatically once the server is reachable again. */
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { boxHealth, RETRY_MS, reachableStore } from '../api/live/live';
import { useStore } from '../lib/state/store';
import { LoadFailed, LoadGuard } from './LoadGuard';

export function ScreenGuard({ children }: { children: ReactNode }) {
  return (
    <LoadGuard failed={<ReloadWhenReachable />}>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadGuard>
  );
}

/** A screen that fails although the server answers would reload in a loop. */
export const RELOADS_APART_MS = 60_000;
const RELOADED_AT = 'reloaded_at';

/**
 * Reloads the page each time that the server was unreachable and came back. An outage too short to be noticed may have
 * broken the fetch too: while the server is reachable the page is reloaded once in RELOADS_APART_MS.
 */
function ReloadWhenReachable() {
  const reachable = useStore(reachableStore);
  const wasAway = useRef(false);
  useEffect(() => {
    if (!reachable) {
      wasAway.current = true;
      return;
    }
    if (wasAway.current) location.reload();
    else if (!reloadedLately()) return onceReachable(reload);
  }, [reachable]);
  return <LoadFailed />;
}

function reload() {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

/** Also when the phone's clock was set back since. */
function reloadedLately(): boolean {
  const since = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? Number.NEGATIVE_INFINITY);
  return Math.abs(since) < RELOADS_APART_MS;
}

/** Returns the function that stops waiting. */
function onceReachable(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function ask() {
    const health = await boxHealth();
    if (stopped) return;
    if (health) then();
    else timer = setTimeout(ask, RETRY_MS);
  }
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
