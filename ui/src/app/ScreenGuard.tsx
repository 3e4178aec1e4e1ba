/** What catches a screen whose code could not be fetched: it comes by itself when the box is back. */
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { boxHealth, RETRY_MS, reachableStore } from '../api/live';
import { useStore } from '../lib/store';
import { LoadFailed, LoadGuard } from './LoadGuard';

export function ScreenGuard({ children }: { children: ReactNode }) {
  return (
    <LoadGuard failed={<ReloadWhenReachable />}>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadGuard>
  );
}

/** A screen that fails although its box answers would be loaded in a circle. */
export const RELOADS_APART_MS = 60_000;
const RELOADED_AT = 'reloaded_at';

/**
 * Loads the page anew each time that the box was away and came back. A box that was not missed may have been gone for
 * a moment all the same: while it is there the page is loaded anew too, once in RELOADS_APART_MS.
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

/** The returned function gives up waiting. */
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
