/** The menu and the rate, fetched again every minute and whenever the guest looks at the page again. */
import { getPublic } from '../../api/public';
import type { Menu } from '../../api/types';
import { createStore } from '../../lib/state/store';

export const REFETCH_MS = 60_000;

interface Shown {
  menu?: Menu;
  rate?: number;
  /** The box did not answer when it was last asked. What it said before stays. */
  failed?: boolean;
}

export const menuStore = createStore<Shown>({});
let latest = 0;

/** Resolves when all requests have been answered or have failed. */
export async function loadMenu(withRate: boolean): Promise<void> {
  latest += 1;
  const mine = latest;
  // An answer that a newer request has overtaken is outdated.
  const show = (part: Shown) => {
    if (mine === latest) menuStore.set({ ...menuStore.get(), ...part });
  };
  const dishes = getPublic('/api/menu').then(
    (menu) => show({ menu, failed: false }),
    () => show({ failed: true }),
  );
  // The dishes do not wait for the line under them.
  const rate =
    withRate &&
    getPublic('/api/exchange-rate').then(
      ({ rate }) => show({ rate }),
      () => {},
    );
  await Promise.all([dishes, rate]);
}

/** Returns the function that stops it. */
export function followMenu(withRate: boolean): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void loadMenu(withRate);
  };
  const timer = setInterval(look, REFETCH_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
