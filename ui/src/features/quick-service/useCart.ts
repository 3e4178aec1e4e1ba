/** The cart of whoever is signed in: kept at every step, and following the products as they change. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { onOtherTabChange, watchOtherTabs } from '../../lib/otherTabs';
import { toast } from '../../ui/toast';
import { changesText } from '../lines/strings';
import { type Cart, type CartAction, reduce } from './cart';
import { cartKey, loadCart, saveCart } from './savedCart';
import { words } from './strings';

export interface CartHandle {
  cart: Cart;
  /** The newest cart, also between two renders, and when another tab has changed it just now. */
  current: () => Cart;
  /** False when the action changed nothing. */
  dispatch: (action: CartAction) => boolean;
}

export function useCart(username: string, products: readonly Product[], rate?: number): CartHandle {
  const [cart, setCart] = useState(() => loadCart(username));
  const latest = useRef(cart);
  const others = useMemo(() => watchOtherTabs(cartKey(username)), [username]);

  const reload = useCallback(() => {
    others.markSeen();
    latest.current = loadCart(username);
    setCart(latest.current);
  }, [username, others]);
  const current = useCallback(() => {
    if (others.changed()) reload();
    return latest.current;
  }, [others, reload]);

  // Kept at once and not in an effect: what was sent must be on record before the request leaves.
  const dispatch = useCallback(
    (action: CartAction) => {
      const before = current();
      const next = reduce(before, action);
      if (next === before) return false;
      latest.current = next;
      saveCart(username, next);
      others.markSeen();
      setCart(next);
      return true;
    },
    [username, others, current],
  );

  // Two tabs of one browser share the cart: what one has sold is gone from the other.
  useEffect(() => onOtherTabChange(cartKey(username), reload), [username, reload]);

  useEffect(() => {
    if (!dispatch({ type: 'sync', products, rate })) return;
    const { changes } = latest.current;
    if (changes.length > 0) toast(words.cartUpdated, changesText(changes));
  }, [products, rate, dispatch]);

  return { cart, current, dispatch };
}
