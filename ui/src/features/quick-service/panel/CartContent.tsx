/** The opened cart: its title, parked carts and lines, the payment, and below them what stays: total and Process Sale. */
import type { ComponentProps } from 'react';
import { countOf } from '../../../parts/lines/lines';
import { Sheet } from '../../../ui/dialog/Dialog';
import { words as common } from '../strings';
import { CartFinish } from './CartFinish';
import { CartLines } from './CartLines';
import { CartTender } from './CartTender';
import ParkedCarts from './ParkedCarts';
import { words } from './strings';
import './panel.css';

type CartContentProps = ComponentProps<typeof CartTender> &
  ComponentProps<typeof CartFinish> &
  Omit<ComponentProps<typeof CartLines>, 'locked'> & {
    /** A column beside the products; else a sheet. */
    wide: boolean;
    onClose: () => void;
  };

export default function CartContent(props: CartContentProps) {
  const { cart, sale, wide, onClose } = props;
  const count = (
    <>
      {common.cart}{' '}
      <span className="count" aria-hidden="true">
        {countOf(cart.lines)}
      </span>
    </>
  );
  const content = (
    <>
      <ParkedCarts {...props} locked={isLocked(props)} />
      <CartLines {...props} locked={sale.pending} />
      <CartTender {...props} />
      <CartFinish {...props} />
    </>
  );
  if (!wide) {
    return (
      <Sheet title={count} tools={<CartTools {...props} />} onClose={onClose}>
        {content}
      </Sheet>
    );
  }
  return (
    <>
      <header className="split">
        <h2>{count}</h2>
        <CartTools {...props} />
      </header>
      {content}
    </>
  );
}

/** Nothing is moved between carts while the box may be storing one. */
const isLocked = ({ cart, sale }: Pick<CartContentProps, 'cart' | 'sale'>) =>
  sale.pending || cart.attempts.length + cart.tabAttempts.length > 0;

function CartTools({ cart, dispatch, sale, onClose }: CartContentProps) {
  if (cart.lines.length === 0) return null;
  const button = (type: 'park' | 'clear', label: string, locked: boolean) => (
    <button
      type="button"
      className="quiet"
      disabled={locked}
      onClick={() => {
        dispatch({ type });
        onClose();
      }}
    >
      {label}
    </button>
  );
  return (
    <span className="row cart-tools">
      {button('park', words.park, isLocked({ cart, sale }))}
      {button('clear', common.clear, sale.pending)}
    </span>
  );
}
