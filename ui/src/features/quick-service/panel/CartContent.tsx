/** What the opened cart shows: its lines, and below them payment and Process Sale. */
import type { ComponentProps } from 'react';
import { CartFooter } from './CartFooter';
import { CartLines } from './CartLines';
import './panel.css';

type CartContentProps = ComponentProps<typeof CartFooter> &
  Omit<ComponentProps<typeof CartLines>, 'locked'> & { className?: string };

export default function CartContent({ className, ...props }: CartContentProps) {
  return (
    <>
      <CartLines {...props} locked={props.sale.pending} />
      <footer className={className}>
        <CartFooter {...props} />
      </footer>
    </>
  );
}
