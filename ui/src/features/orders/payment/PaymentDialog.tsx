/** Process Payment dialog of an order: amounts in two currencies, the rest due, and the change. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { useSession } from '../../../api/session';
import type { BuyerBody, Order } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { draftKey } from '../../../lib/state/draft';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Money } from '../../../ui/money/Money';
import { PaymentForm } from '../../payment/PaymentForm';
import { forgetTyped } from '../../payment/paymentInput';
import { AddBuyer } from '../../tax/AddBuyer';
import { TaxRows } from '../../tax/TaxRows';
import { tabOf, titleOf } from '../OrderCard';
import { bothAmounts } from '../OrderFacts';
import { isOnCredit } from '../status';
import { orders as orderWords, payment as words } from '../strings';
import { taxRowsOf } from '../taxRows';
import { useOrderPayment } from './useOrderPayment';

/** For bars with tax. */
const BuyerDialog = lazy(() => import('../../tax/BuyerDialog'));

interface PaymentDialogProps {
  order: Order;
  onClose: () => void;
}

export function PaymentDialog({ order, onClose }: PaymentDialogProps) {
  const note = titleOf(order);
  if (isOnCredit(order)) {
    return (
      <Sheet title={words.title} note={note} onClose={onClose}>
        <Alert kind="info">{words.onCredit(order.tabCustomerName ?? order.customerName)}</Alert>
        <footer>
          <Link className="action" href={tabOf(order)}>
            {words.openTabs}
          </Link>
        </footer>
      </Sheet>
    );
  }
  return <TakeMoney order={order} note={note} onClose={onClose} />;
}

function TakeMoney({ order, note, onClose }: PaymentDialogProps & { note: string }) {
  const username = useSession().user?.username ?? '';
  const typed = draftKey(`payment:${order.id}`, username);
  const leave = () => {
    forgetTyped(typed);
    onClose();
  };
  const hasTax = Boolean(useBox()?.tax);
  const [buyer, setBuyer] = useState<BuyerBody | null>(null);
  const [asksBuyer, setAsksBuyer] = useState(false);
  const payment = useOrderPayment({ order, username, buyer, onPaid: leave });
  const { unanswered, pending, bill, problem } = payment;
  const closed = unanswered || pending ? null : payment.closed;
  return (
    <Sheet
      title={words.title}
      note={note}
      onClose={onClose}
      tools={!closed && <Money {...bill.remaining} leads={order.currency} total className="end total" />}
    >
      <PaymentForm
        {...payment}
        startsIn={order.currency}
        storageKey={typed}
        alerts={
          <>
            {!closed && <Totals order={order} />}
            {!closed && hasTax && <AddBuyer buyer={buyer} onOpen={() => setAsksBuyer(true)} />}
            {payment.inDoubt && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
            {closed && <Alert kind="info">{closed}</Alert>}
            {problem && <Alert reason={problem.reason}>{problem.text}</Alert>}
          </>
        }
        action={words.process}
        closed={closed !== null}
        onRetype={payment.clearProblem}
        onTake={payment.take}
      />
      {asksBuyer && (
        <Suspense fallback={null}>
          <BuyerDialog
            of={`order ${order.id}`}
            buyer={buyer}
            save={async (given) => {
              setBuyer(given);
              return given;
            }}
            refreshes={[]}
            onClose={() => setAsksBuyer(false)}
          />
        </Suspense>
      )}
    </Sheet>
  );
}

/** How the total comes about; nothing without tax and service charge. */
function Totals({ order }: { order: Order }) {
  const rows = taxRowsOf(order);
  if (rows.length === 0) return null;
  const total = { usd: fromServer(order.grandTotalUSD), lrd: fromServer(order.grandTotalLRD) };
  return (
    <dl className="facts">
      <TaxRows rows={rows} leads={order.currency} />
      <dt>{orderWords.total}</dt>
      <dd>{bothAmounts(total, order.currency)}</dd>
    </dl>
  );
}
