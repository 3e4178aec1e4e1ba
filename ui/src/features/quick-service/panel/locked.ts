/** Nothing is moved between carts while the box may be storing one. */
import type { Cart } from '../cart';
import type { Processing } from './ProcessButton';

export const isLocked = ({ cart, sale }: { cart: Cart; sale: Pick<Processing, 'pending'> }) =>
  sale.pending || cart.attempts.length + cart.tabAttempts.length > 0;
