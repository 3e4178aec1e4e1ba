/** The dialogs of the machine's pages, which come with a tap. */
import { lazy } from 'react';

const load = () => import('./dialogs');

export const PowerDialog = lazy(() => load().then((all) => ({ default: all.PowerDialog })));
export const ResetDialog = lazy(() => load().then((all) => ({ default: all.ResetDialog })));
export const OlderDialog = lazy(() => load().then((all) => ({ default: all.OlderDialog })));

/** Fetches them in the background; a failure shows at the tap. */
export function prefetchDialogs(): void {
  load().catch(() => {});
}
