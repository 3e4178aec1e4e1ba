/** What can be changed on the page of the network, by the word in the address. */
import { type ComponentType, lazy } from 'react';
import type { ViewProps } from './viewProps';

const load = () => import('./forms');

export const VIEWS: Readonly<Record<string, ComponentType<ViewProps> | undefined>> = {
  wifi: lazy(() => load().then((all) => ({ default: all.OwnForm }))),
  join: lazy(() => load().then((all) => ({ default: all.Join }))),
  guests: lazy(() => load().then((all) => ({ default: all.GuestForm }))),
  cable: lazy(() => load().then((all) => ({ default: all.CableForm }))),
};

/** Shown after a form was sent, or on a phone that comes meanwhile. */
export const Keep = lazy(() => load().then((all) => ({ default: all.Keep })));

/** Fetches them in the background; a failure shows at the tap. */
export function prefetchViews(): void {
  load().catch(() => {});
}
