/** The cart of whoever is signed in: kept at every step, and following the products as they change. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { onOtherTab, tabWatch } from '../../lib/otherTabs';
import { toast } from '../../ui/toast';
import { changesText } from '../lines/strings';
import { type Cart, type CartAction, reduce } from './cart';
import { cartKey, keepCart, loadCart } from './keptCart';
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
  const others = useMemo(() => tabWatch(cartKey(username)), [username]);

  const follow = useCallback(() => {
    others.saw();
    latest.current = loadCart(username);
    setCart(latest.current);
  }, [username, others]);
  const current = useCallback(() => {
    if (others.changed()) follow();
    return latest.current;
  }, [others, follow]);

  // Kept at once and not in an effect: what was sent must be on record before the request leaves.
  const dispatch = useCallback(
    (action: CartAction) => {
      const before = current();
      const next = reduce(before, action);
      if (next === before) return false;
      latest.current = next;
      keepCart(username, next);
      others.saw();
      setCart(next);
      return true;
    },
    [username, others, current],
  );

  // Two tabs of one browser share the cart: what one has sold is gone from the other.
  useEffect(() => onOtherTab(cartKey(username), follow), [username, follow]);

  useEffect(() => {
    if (!dispatch({ type: 'sync', products, rate })) return;
    const { changes } = latest.current;
    if (changes.length > 0) toast(words.cartUpdated, changesText(changes));
  }, [products, rate, dispatch]);

  return { cart, current, dispatch };
}
