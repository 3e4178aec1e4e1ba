/** The dialogs of the machine's pages, and Help. */
import { lazy } from 'react';

const load = () => import('./dialogs');

export const Power = lazy(() => load().then((all) => ({ default: all.Power })));
export const PowerDialog = lazy(() => load().then((all) => ({ default: all.PowerDialog })));
export const OlderDialog = lazy(() => load().then((all) => ({ default: all.OlderDialog })));

/** Fetches them in the background; a failure shows at the tap. */
export function prefetchDialogs(): void {
  load().catch(() => {});
}
