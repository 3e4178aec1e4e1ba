/** The cart: a column beside the products, or on a phone a bar that opens a sheet. */
import { ChevronUp } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useEffect, useRef } from 'react';
import type { Product } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { leadingCurrency } from '../../../lib/money/money';
import { useMedia, WIDE } from '../../../lib/render/useMedia';
import { wasAimedBefore } from '../../../lib/touches';
import { countOf, grandTotalOf } from '../../../parts/lines/lines';
import { Sheet } from '../../../ui/dialog/Dialog';
import type { OtherDialog } from '../cash/CashReceived';
import { words } from '../strings';
import type { CartHandle } from '../useCart';
import type { SalePayment } from '../useSalePayment';
import { ProcessButton, type Processing } from './ProcessButton';

/** Not needed to show the screen; fetched right after it is shown. */
const loadContent = () => import('./CartContent');
const CartContent = lazy(loadContent);
const CashReceived = lazy(() => import('../cash/CashReceived'));
const CartTools = lazy(() => import('./CartTools'));
const ParkedCarts = lazy(() => import('./ParkedCarts'));

interface CartPanelProps extends CartHandle {
  products: readonly Product[];
  sale: Processing;
  payment: SalePayment;
  other: OtherDialog;
  tab: OtherDialog;
  referenceMissing: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The last sale was a moment ago: a tap on Process Sale repeats the one that made it. */
  guarded: boolean;
}

export function CartPanel({ open, onOpen, guarded, ...props }: CartPanelProps) {
  const wide = useMedia(WIDE);
  const { cart } = props;
  useEffect(() => {
    // If this fails, opening the cart fetches it again.
    loadContent().catch(() => {});
  }, []);
  const title = (
    <>
      {words.cart}{' '}
      <span className="count" aria-hidden="true">
        {countOf(cart.lines)}
      </span>
    </>
  );
  const close = () => onOpen(false);
  const tools = (
    <Suspense fallback={null}>
      <CartTools {...props} onClose={close} />
    </Suspense>
  );
  const content = (
    <Suspense fallback={null}>
      <CartContent {...props} />
    </Suspense>
  );
  if (wide) {
    return (
      <aside className="cart" aria-label={words.cart}>
        <header className="split">
          <h2>{title}</h2>
          {tools}
        </header>
        {content}
      </aside>
    );
  }
  if (open) {
    return (
      <Sheet title={title} tools={tools} onClose={close}>
        {content}
      </Sheet>
    );
  }
  if (cart.lines.length > 0) return <CartBar {...props} guarded={guarded} onOpen={() => onOpen(true)} />;
  // Nothing is sold yet to the guest who stands there; the others are not forgotten.
  return cart.parked.length === 0 || guarded ? null : (
    <div className="actionbar">
      <Suspense fallback={null}>
        <ParkedCarts {...props} locked={false} />
      </Suspense>
    </div>
  );
}

type CartBarProps = Pick<CartPanelProps, 'cart' | 'sale' | 'payment' | 'other' | 'guarded'> & {
  onOpen: () => void;
};

/** The cart on a phone: cash received, total and Process Sale, above the tab bar. */
function CartBar({ cart, sale, payment, other, guarded, onOpen }: CartBarProps) {
  const total = grandTotalOf(cart.lines);
  const liberian = leadingCurrency(cart.lines) === 'LRD';
  const amounts = [formatTotal(total.usd, 'USD'), formatTotal(total.lrd, 'LRD')];
  if (liberian) amounts.reverse();
  const since = useRef(performance.now());
  /** The second tap of two on a product must not press what has just come over it. */
  function onClickCapture(event: MouseEvent) {
    if (!wasAimedBefore(since.current)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="actionbar" onClickCapture={onClickCapture}>
      {payment.cash && (
        <Suspense fallback={null}>
          <CashReceived cash={payment.cash} other={other} inBar disabled={sale.pending} />
        </Suspense>
      )}
      <button type="button" className="quiet grow peek" aria-haspopup="dialog" onClick={onOpen}>
        <ChevronUp />
        <span className="money">
          <span>{amounts[0]}</span>
          <span>
            {amounts[1]} · {words.items(countOf(cart.lines))}
          </span>
        </span>
        <span className="sr-only">{words.openCart}</span>
      </button>
      <ProcessButton sale={sale} empty={guarded || cart.tabAttempts.length > 0} />
    </div>
  );
}
