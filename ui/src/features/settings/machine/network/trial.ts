/** A change of the network that this phone asked for. */
import { queryClient } from '../../../../api/http/query';
import { createStore } from '../../../../lib/state/store';
import { changed, NETWORK_KEY, type NetworkNow, TRIAL_MS } from '../../../../parts/machine/network';
import type { BoxNetwork, NetworkChange } from '../../../../parts/machine/types';

export const NETWORK_PAGE = '/settings/network';
/** Opens a part of the page. */
export const viewOf = (view: string) => `${NETWORK_PAGE}?change=${view}`;

interface Trial {
  /** What comes back if the change is not kept. */
  before: BoxNetwork;
  /** `Date.now()` */
  startedAt: number;
}

/** In memory alone: it holds passwords. After a reload the box says what is being tried. */
export const trialStore = createStore<Trial | null>(null);

/** Shows the new settings, and that they are being tried. */
export function beginTrial(before: BoxNetwork, body: NetworkChange): void {
  const startedAt = Date.now();
  const until = startedAt + TRIAL_MS;
  trialStore.set({ before, startedAt });
  queryClient.setQueryData<NetworkNow>(NETWORK_KEY, {
    ...changed(before, body),
    pendingUntil: new Date(until).toISOString(),
    until,
  });
}
