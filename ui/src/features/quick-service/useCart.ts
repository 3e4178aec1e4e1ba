/** Holds the cart of the signed-in user: stored on every change, and updated when products change. */
import { useCallback, useEffect } from 'react';
import type { Product } from '../../api/types';
import { cartKey } from '../../lib/state/busy';
import { useSharedDraft } from '../../lib/state/useSharedDraft';
import { changesText } from '../../parts/lines/strings';
import { toastWarning } from '../../ui/feedback/toast';
import { type Cart, type CartAction, reduce } from './cart';
import { loadCart, saveCart } from './savedCart';
import { words } from './strings';

export interface CartHandle {
  cart: Cart;
  /** The latest cart, also between two renders and after a change in another tab. */
  current: () => Cart;
  /** Returns false when the action changed nothing. */
  dispatch: (action: CartAction) => boolean;
  /** Takes a parked cart back. */
  unpark: (id: number) => void;
}

const STORAGE = { key: cartKey, load: loadCart, save: saveCart };

export function useCart(username: string, products: readonly Product[], rate?: number): CartHandle {
  const { draft: cart, current, put } = useSharedDraft<Cart>(username, STORAGE);

  const dispatch = useCallback(
    (action: CartAction) => {
      const before = current();
      const next = reduce(before, action);
      if (next === before) return false;
      put(next);
      return true;
    },
    [current, put],
  );

  const sync = useCallback(() => {
    if (!dispatch({ type: 'sync', products, rate })) return;
    const { changes } = current();
    if (changes.length > 0) toastWarning(...changesText(changes, words));
  }, [products, rate, dispatch, current]);
  useEffect(sync, [sync]);
  const unpark = useCallback(
    (id: number) => {
      // Prices and stock may have changed since.
      if (dispatch({ type: 'unpark', id })) sync();
    },
    [dispatch, sync],
  );

  return { cart, current, dispatch, unpark };
}
