/** The foot of the cart, which stays in sight: total, Put on tab and Process Sale. */
import { leadingCurrency } from '../../../lib/money/money';
import { grandTotalOf } from '../../../parts/lines/lines';
import { Money } from '../../../ui/money/Money';
import type { OtherDialog } from '../cash/CashReceived';
import { words } from '../strings';
import type { CartHandle } from '../useCart';
import { ProcessButton, type Processing } from './ProcessButton';
import { words as keys } from './strings';

interface CartFinishProps extends Pick<CartHandle, 'cart'> {
  sale: Processing;
  tab: OtherDialog;
}

export function CartFinish({ cart, sale, tab }: CartFinishProps) {
  const isEmpty = cart.lines.length === 0;
  return (
    <footer className="finish">
      <div className="split">
        <span>{keys.total}</span>
        <output>
          <Money
            {...grandTotalOf(cart.lines)}
            leads={leadingCurrency(cart.lines)}
            total
            className="total end"
          />
        </output>
      </div>
      <div className="sell">
        <button
          type="button"
          className="secondary large"
          aria-haspopup="dialog"
          disabled={isEmpty || sale.pending || cart.attempts.length > 0}
          onClick={tab.onOpen}
        >
          {keys.putOnTab}
        </button>
        <ProcessButton sale={sale} wide empty={isEmpty || cart.tabAttempts.length > 0} />
      </div>
      <small className="keys">
        <kbd>/</kbd> {keys.search} <kbd>Ctrl</kbd>+<kbd>Enter</kbd> {words.process}
      </small>
    </footer>
  );
}
