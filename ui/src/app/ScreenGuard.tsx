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

/** Shortest time between two reloads: a screen that fails although the server answers would reload in a loop. */
export const RELOADS_APART_MS = 60_000;
const RELOADED_AT = 'reloaded_at';

/**
 * Reloads the page each time that the server was unreachable and came back. An outage too short to be noticed may have
 * broken the fetch too: while the server is reachable the page is reloaded once in RELOADS_APART_MS.
 */
function ReloadWhenReachable() {
  const reachable = useStore(reachableStore);
  const wasUnreachable = useRef(false);
  useEffect(() => {
    if (!reachable) {
      wasUnreachable.current = true;
      return;
    }
    if (wasUnreachable.current) location.reload();
    else if (!reloadedRecently()) return onceReachable(reload);
  }, [reachable]);
  return <LoadFailed />;
}

function reload() {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

/** Without an entry the last reload counts as 1970. Both directions count: the phone's clock may have been set back since. */
function reloadedRecently(): boolean {
  const since = Date.now() - Number(sessionStorage.getItem(RELOADED_AT));
  return Math.abs(since) < RELOADS_APART_MS;
}

/** Calls `then` once the server answers; returns the function that cancels it. */
function onceReachable(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function check() {
    const health = await boxHealth();
    if (stopped) return;
    if (health) then();
    else timer = setTimeout(check, RETRY_MS);
  }
  void check();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
