/** The enrolled device that this phone is, if people sign in on it with a PIN. */
import { KEYS, readJson, write } from '../lib/state/storage';
import { createStore } from '../lib/state/store';
import { getPublic } from './public';
import type { Device, PersonHere } from './types';

export interface Till {
  device: Device;
  people: PersonHere[];
  /** When the box said so, as `Date.now()` tells it. */
  at: number;
}

/** As last heard, also by another tab or before a reload: the lock screen shows at once. Null on a private phone. */
export const tillStore = createStore(readTill());

/** True after the box has said that this phone is no longer enrolled, until the next sign-in. */
export const revokedStore = createStore(false);

/** Asks the box; rejects if it does not answer. */
export async function loadTill(): Promise<void> {
  const { device, people } = await getPublic('/api/devices/me');
  const till = device?.kind === 'till' ? { device, people, at: Date.now() } : null;
  if (tillStore.get() && !till) revokedStore.set(true);
  keepTill(till);
}

export function keepTill(till: Till | null): void {
  write(KEYS.till, till && JSON.stringify(till));
  tillStore.set(till);
}

function readTill(): Till | null {
  const kept = readJson(KEYS.till) as Till | null;
  return kept?.device && Array.isArray(kept.people) ? kept : null;
}
