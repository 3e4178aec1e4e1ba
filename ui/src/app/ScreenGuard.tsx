/** What catches a screen whose code could not be fetched: it comes by itself when the box is back. */
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { reachableStore } from '../api/live';
import { useStore } from '../lib/store';
import { LoadFailed, LoadGuard } from './LoadGuard';

export function ScreenGuard({ children }: { children: ReactNode }) {
  return (
    <LoadGuard failed={<UntilBack />}>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadGuard>
  );
}

/**
 * Loads the page anew once for each time that the box was away and came back, and never while it is there: a screen
 * that fails although its box answers would be loaded in a circle.
 */
function UntilBack() {
  const reachable = useStore(reachableStore);
  const wasAway = useRef(false);
  useEffect(() => {
    if (!reachable) wasAway.current = true;
    else if (wasAway.current) location.reload();
  }, [reachable]);
  return <LoadFailed />;
}
