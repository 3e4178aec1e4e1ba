/** The server's public settings: its title, version, whether it is a demo, and where each role starts. */
import { read, write } from '../lib/state/storage';
import { createStore, useStore } from '../lib/state/store';
import type { Call } from './calls';
import { getPublic } from './public';
import type { PublicSettings, Role } from './types';

/** Storage key of the screen that bartenders start on. */
const START = 'barback_start-screen';

export const DEFAULT_TITLE = 'Barback';

/** What is assumed while the box does not answer: the settings of a new bar. */
export const UNKNOWN_BOX: PublicSettings = {
  title: DEFAULT_TITLE,
  demo: false,
  version: '',
  lrdCashStep: '',
  phoneCountry: '231',
  startScreen: { bartender: 'sales', chosen: false },
  orders: { steps: true },
  reports: { managers: false },
};

/** Null until the first request has been answered or has failed. */
export const boxStore = createStore<PublicSettings | null>(null);

export function useBox(): PublicSettings | null {
  return useStore(boxStore);
}

/** The screen that bartenders start on, as last heard: `/` shows it before the box has answered. */
export function bartenderStart(): string {
  const box = boxStore.get();
  return box && box !== UNKNOWN_BOX ? box.startScreen.bartender : (read(START) ?? 'sales');
}

export async function loadBox(): Promise<void> {
  try {
    const box = await getPublic('/api/settings/public');
    write(START, box.startScreen.bartender);
    boxStore.set(box);
  } catch {
    if (boxStore.get() === null) boxStore.set(UNKNOWN_BOX);
  }
}

/** Seeds a fresh server; a failure is ignored. */
export async function initBox(): Promise<void> {
  try {
    await fetch('/api/auth/init' satisfies Call<'post'>, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
    });
  } catch {
    // product.md: failure is ignored.
  }
}

/** Whether this person starts at the till instead of at the figures. */
export const startsAtTill = (role: Role | null) => role === 'bartender' && bartenderStart() === 'till';

/** The screen shown at `/`. */
export function homeScreen(role: Role | null): string {
  if (role !== 'bartender') return '/inventory';
  return startsAtTill(role) ? '/bartender' : '/sales';
}

/** The address opened after a sign-in. */
export function roleStart(role: Role | null): string {
  if (role === 'admin') return '/admin';
  return homeScreen(role) === '/sales' ? '/sales' : '/';
}
