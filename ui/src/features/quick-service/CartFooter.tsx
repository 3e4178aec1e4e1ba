/** What ends the sale: how it is paid, what it costs, and Process Sale. */
import { SALE_METHODS } from '../../api/payment';
import { leadingCurrency } from '../../lib/money';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { Money } from '../../ui/Money';
import { SelectField } from '../../ui/SelectField';
import { totalOf } from '../lines/lines';
import { words } from './strings';
import type { CartHandle } from './useCart';

export interface Processing {
  process: () => void;
  pending: boolean;
  waiting: boolean;
  /** The box has said that the last try was not saved. */
  notSaved: boolean;
}

interface CartFooterProps extends CartHandle {
  sale: Processing;
}

export function CartFooter({ cart, dispatch, sale }: CartFooterProps) {
  const unanswered = cart.attempts.length > 0 && !sale.pending && !sale.notSaved;
  return (
    <>
      {unanswered && cart.lines.length > 0 && <Alert kind="warning">{words.unanswered}</Alert>}
      <SelectField
        label={words.paymentMethod}
        value={cart.paymentMethod}
        options={SALE_METHODS}
        disabled={sale.pending}
        onValue={(method) => dispatch({ type: 'pay', method })}
      />
      <div className="split">
        <span>{words.total}</span>
        <output>
          <Money {...totalOf(cart.lines)} leads={leadingCurrency(cart.lines)} total className="total end" />
        </output>
      </div>
      <ProcessButton sale={sale} wide empty={cart.lines.length === 0} />
    </>
  );
}

interface ProcessButtonProps {
  sale: Processing;
  empty?: boolean;
  wide?: boolean;
}

export function ProcessButton({ sale, empty = false, wide = false }: ProcessButtonProps) {
  return (
    <ActionButton
      type="button"
      className={wide ? 'large wide' : 'large'}
      pending={sale.pending}
      waiting={sale.waiting}
      disabled={empty}
      onClick={sale.process}
    >
      {words.process}
    </ActionButton>
  );
}
