/** The cart of whoever is signed in: kept at every step, and following the products as they change. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { toast } from '../../ui/toast';
import { type Cart, type CartAction, reduce } from './cart';
import { keepCart, loadCart, onOtherCart } from './keptCart';
import { changesText, words } from './strings';

export interface CartHandle {
  cart: Cart;
  /** The newest cart, also between two renders. */
  current: () => Cart;
  /** False when the action changed nothing. */
  dispatch: (action: CartAction) => boolean;
}

export function useCart(username: string, products: readonly Product[]): CartHandle {
  const [cart, setCart] = useState(() => loadCart(username));
  const latest = useRef(cart);

  // Kept at once and not in an effect: what was sent must be on record before the request leaves.
  const dispatch = useCallback(
    (action: CartAction) => {
      const next = reduce(latest.current, action);
      if (next === latest.current) return false;
      latest.current = next;
      keepCart(username, next);
      setCart(next);
      return true;
    },
    [username],
  );
  const current = useCallback(() => latest.current, []);

  // Two tabs of one browser share the cart: what one has sold is gone from the other.
  useEffect(
    () =>
      onOtherCart(username, () => {
        latest.current = loadCart(username);
        setCart(latest.current);
      }),
    [username],
  );

  useEffect(() => {
    if (!dispatch({ type: 'sync', products })) return;
    const { changes } = latest.current;
    if (changes.length > 0) toast(words.cartUpdated, changesText(changes));
  }, [products, dispatch]);

  return { cart, current, dispatch };
}
