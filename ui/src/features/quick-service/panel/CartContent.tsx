/** What the opened cart shows: parked carts, its lines, the payment, and below them what stays: total and Process Sale. */
import type { ComponentProps } from 'react';
import { CartFinish } from './CartFinish';
import { CartLines } from './CartLines';
import { CartTender } from './CartTender';
import { isLocked } from './locked';
import ParkedCarts from './ParkedCarts';
import { useShortcuts } from './useShortcuts';
import './panel.css';

type CartContentProps = ComponentProps<typeof CartTender> &
  ComponentProps<typeof CartFinish> &
  Omit<ComponentProps<typeof CartLines>, 'locked'>;

export default function CartContent(props: CartContentProps) {
  const { cart, sale } = props;
  useShortcuts(() => {
    if (cart.lines.length > 0 && !sale.pending && cart.tabAttempts.length === 0) sale.process();
  });
  return (
    <>
      <ParkedCarts {...props} locked={isLocked(props)} />
      <CartLines {...props} locked={props.sale.pending} />
      <CartTender {...props} />
      <CartFinish {...props} />
    </>
  );
}
