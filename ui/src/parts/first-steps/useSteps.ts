/** The first steps of this bar; null until all that decides about them is loaded. */
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { Settings } from '../../api/types';
import { KEYS, read, write } from '../../lib/state/storage';
import { createStore } from '../../lib/state/store';
import { type Step, stepsOf } from './steps';

const SEEN_KEY = 'barback_tables_seen';
const GUIDE_KEY = 'barback_guide';

/** Whether the list is there: until all is done, or for later. */
export const listStore = createStore(read(KEYS.firstSteps) === null);
/** Whether somebody goes from step to step: the bar of the path stands on the pages that it leads to. */
export const guideStore = createStore(read(GUIDE_KEY) !== null);

export function startGuide(): void {
  write(GUIDE_KEY, 'on');
  guideStore.set(true);
}

export function leaveSteps(why: 'done' | 'hidden'): void {
  write(KEYS.firstSteps, why);
  write(GUIDE_KEY, null);
  listStore.set(false);
  guideStore.set(false);
}

/** A bar may keep the tables of a fresh server: looking at them is enough. */
export const noteTablesSeen = (): void => write(SEEN_KEY, 'true');

export function useSteps(): { steps: Step[]; settings: Settings } | null {
  const queries = {
    settings: useGet('/api/settings'),
    rates: useGet(at('/api/exchange-rate/history', { limit: 10 })),
    products: useGet('/api/products'),
    tables: useGet('/api/tables'),
    printers: useGet('/api/printers'),
    users: useGet('/api/users'),
    network: useGet('/api/network'),
  };
  const { settings, rates, products, tables, printers, users, network } = queries;
  // Shown only once all is loaded: ticks appearing one by one would look like changes, and a step that failed to load may be done.
  const known = Object.values(queries).every(({ data }) => data !== undefined);
  if (!known || !settings.data) return null;
  const steps = stepsOf({
    settings: settings.data,
    rates: rates.data,
    products: products.data,
    tables: tables.data,
    tablesSeen: read(SEEN_KEY) !== null,
    printers: printers.data,
    users: users.data,
    network: network.data,
  });
  return { steps, settings: settings.data };
}
