/** What head office says before a sign-in: whether it is a demo. */
import { createStore, useStore } from '../../lib/state/store';
import { INFO } from './calls';
import { call } from './client';
import type { HeadInfo } from './types';

export const infoStore = createStore<HeadInfo | null>(null);

export const useInfo = (): HeadInfo | null => useStore(infoStore);

/** A failure leaves it unknown: no demo accounts are offered then. */
export async function loadInfo(): Promise<void> {
  try {
    infoStore.set(await call<HeadInfo>(INFO));
  } catch {
    // The sign-in form works without it.
  }
}
