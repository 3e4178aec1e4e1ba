/** Process Payment dialog of an order: amounts in two currencies, the rest due, and the change. */
import { Link } from 'wouter';
import { useSession } from '../../../api/session';
import type { Order } from '../../../api/types';
import { draftKey } from '../../../lib/state/draft';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Money } from '../../../ui/money/Money';
import { PaymentForm } from '../../payment/PaymentForm';
import { forgetTyped } from '../../payment/paymentInput';
import { tabOf, titleOf } from '../OrderCard';
import { isOnCredit } from '../status';
import { payment as words } from '../strings';
import { useOrderPayment } from './useOrderPayment';

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
  const payment = useOrderPayment({ order, username, onPaid: leave });
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
    </Sheet>
  );
}
