/** The payment of the cart: method, reference, cash received, taxes. */

import { lazy, Suspense } from 'react';
import { useStore } from '../../../lib/state/store';
import { taxStore } from '../../../parts/tax/store';
import { Alert } from '../../../ui/feedback/Alert';
import { SelectField } from '../../../ui/form/SelectField';
import type { OtherDialog } from '../cash/CashReceived';
import { words as tabWords } from '../tab/strings';
import type { CartHandle } from '../useCart';
import type { SalePayment } from '../useSalePayment';
import type { Processing } from './ProcessButton';
import { words as own } from './strings';

const CashReceived = lazy(() => import('../cash/CashReceived'));
const ReferenceField = lazy(() =>
  import('../../../parts/payment/TenderRows').then((parts) => ({ default: parts.ReferenceField })),
);

interface CartTenderProps extends CartHandle {
  sale: Processing;
  payment: SalePayment;
  other: OtherDialog;
  tab: OtherDialog;
  /** Process Sale was pressed without the reference that the method needs. */
  referenceMissing: boolean;
}

export function CartTender({ cart, dispatch, sale, payment, other, tab, referenceMissing }: CartTenderProps) {
  const { added, cash } = payment;
  const tax = useStore(taxStore);
  const unanswered = cart.attempts.length > 0 && !sale.pending && !sale.notSaved;
  return (
    <div className="paying">
      {unanswered && cart.lines.length > 0 && <Alert kind="warning">{own.unanswered}</Alert>}
      {cart.tabAttempts.length > 0 && cart.lines.length > 0 && !tab.open && (
        <Alert kind="warning">{tabWords.unanswered}</Alert>
      )}
      <SelectField
        label={own.paymentMethod}
        value={payment.method}
        options={payment.methods}
        disabled={sale.pending}
        onValue={(method) => dispatch({ type: 'pay', method })}
      />
      {added?.referenceRequired && (
        <Suspense fallback={null}>
          <ReferenceField
            method={added}
            value={cart.reference}
            missing={referenceMissing && payment.lacksReference}
            error={sale.problem?.reference ? sale.problem.reason : null}
            onValue={(text) => dispatch({ type: 'reference', text })}
          />
        </Suspense>
      )}
      {cash && (
        <Suspense fallback={null}>
          <CashReceived cash={cash} other={other} disabled={sale.pending} />
        </Suspense>
      )}
      {tax && <tax.Rows lines={cart.lines} />}
    </div>
  );
}
