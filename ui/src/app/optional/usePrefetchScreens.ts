/** Prefetches the code of the other screens while the user is idle, so that they open even when the server is unreachable. */
import { useEffect } from 'react';
import { reachableStore } from '../../api/live/live';
import { useManagersReadReports } from '../../api/reports';
import type { Session } from '../../api/session';
import { whenIdle } from '../../lib/render/whenIdle';
import { useStore } from '../../lib/state/store';
import { guard } from '../guard';
import { ROUTES, type Route } from '../routes';

/** Delay until the first screen, its lists and its pictures have loaded. */
export const PREFETCH_AFTER_MS = 4_000;
/** Required pause in typing or tapping: parsing a screen's code takes a phone as long as a few keys of a search. */
export const IDLE_MS = 1_500;

export function usePrefetchScreens(session: Session): void {
  const reachable = useStore(reachableStore);
  const role = session.user?.role;
  const managersReadReports = useManagersReadReports() ?? false;
  useEffect(() => {
    if (!reachable) return;
    let stopped = false;
    const timer = setTimeout(async () => {
      // One after the other, so that a screen opened meanwhile does not queue behind all of them.
      for (const { load } of staffScreens(session, managersReadReports)) {
        await whenIdle(IDLE_MS);
        await browserIdle();
        if (stopped) return;
        // After a failure the effect runs again when the server is reachable.
        await load()
          .then((screen) => screen.loadPages?.())
          .catch(() => {});
      }
    }, PREFETCH_AFTER_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [reachable, role, managersReadReports]);
}

function staffScreens(session: Session, managersReadReports: boolean): Route[] {
  return ROUTES.filter(({ path }) => guard(path, session, managersReadReports).show === 'staff');
}

function browserIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 100),
  );
}
