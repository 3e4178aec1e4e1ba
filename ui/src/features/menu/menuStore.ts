/** Store of the menu and the rate, refetched every minute and when the page becomes visible. */
import { getPublic } from '../../api/public';
import type { Menu } from '../../api/types';
import { createStore } from '../../lib/state/store';

export const REFETCH_MS = 60_000;

interface MenuState {
  menu?: Menu;
  rate?: number;
  /** The last request failed. The menu fetched before stays. */
  failed?: boolean;
}

export const menuStore = createStore<MenuState>({});
let latest = 0;

/** Resolves when all requests have been answered or have failed. */
export async function loadMenu(withRate: boolean): Promise<void> {
  latest += 1;
  const mine = latest;
  // An answer that a newer request has overtaken is outdated.
  const show = (part: MenuState) => {
    if (mine === latest) menuStore.set({ ...menuStore.get(), ...part });
  };
  const dishes = getPublic('/api/menu').then(
    (menu) => show({ menu, failed: false }),
    () => show({ failed: true }),
  );
  // The menu does not wait for the rate.
  const rate =
    withRate &&
    getPublic('/api/exchange-rate').then(
      ({ rate }) => show({ rate }),
      () => {},
    );
  await Promise.all([dishes, rate]);
}

/** Starts refetching. Returns the function that stops it. */
export function followMenu(withRate: boolean): () => void {
  const refetch = () => {
    if (document.visibilityState === 'visible') void loadMenu(withRate);
  };
  const timer = setInterval(refetch, REFETCH_MS);
  document.addEventListener('visibilitychange', refetch);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refetch);
  };
}
