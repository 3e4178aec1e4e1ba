/** Process Payment dialog of an order: amounts in two currencies, the rest due, and the change. */
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { useSession } from '../../../api/session';
import type { BuyerBody, Order } from '../../../api/types';
import { type Dual, fromServer } from '../../../lib/money/money';
import { payableCash } from '../../../lib/money/payableCash';
import { draftKey } from '../../../lib/state/draft';
import { CASH, cashStepsOf, useCashSetup } from '../../../parts/payment/methods';
import { PaymentForm } from '../../../parts/payment/PaymentForm';
import { forgetTyped } from '../../../parts/payment/paymentInput';
import type { PaidReport } from '../../../parts/payment/usePayment';
import { AddBuyer } from '../../../parts/tax/AddBuyer';
import { TaxRows } from '../../../parts/tax/TaxRows';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { changeText } from '../../../ui/money/changeText';
import { Money } from '../../../ui/money/Money';
import { bothAmounts } from '../amounts';
import { taxRowsOf } from '../card/taxRows';
import { tabOf, titleOf } from '../naming';
import { isOnCredit, splitOf } from '../status';
import { orders as orderWords, payment as words } from '../strings';
import { PaidOrder } from './PaidOrder';
import { paymentName, type Share, useOrderPayment } from './useOrderPayment';

/** For bars with tax. */
const BuyerDialog = lazy(() => import('../../../parts/tax/BuyerDialog'));

interface PaymentDialogProps {
  order: Order;
  /** The part to take of an order that is paid in equal shares. */
  share?: Share | undefined;
  /** The part was taken meanwhile, or the order is shared otherwise now. */
  onShareChanged?: (error: unknown) => void;
  onPaid?: (paid: Order) => void;
  onClose: () => void;
}

export function PaymentDialog(props: PaymentDialogProps) {
  const { order, share, onClose } = props;
  const note = share ? words.part(share.part, share.of) : titleOf(order);
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
  return <TakeMoney {...props} note={note} />;
}

function TakeMoney(props: PaymentDialogProps & { note: string }) {
  const { order, share, note, onShareChanged, onPaid, onClose } = props;
  const username = useSession().user?.username ?? '';
  const typed = draftKey(paymentName(order, share), username);
  const leave = (paid: Order) => {
    forgetTyped(typed);
    onClose();
    onPaid?.(paid);
  };
  const hasTax = Boolean(useBox()?.tax);
  const [buyer, setBuyer] = useState<BuyerBody | null>(null);
  const [asksBuyer, setAsksBuyer] = useState(false);
  const [done, setDone] = useState<{ report: PaidReport; paid: Order } | null>(null);
  const payment = useOrderPayment({
    order,
    share,
    username,
    buyer,
    onShareChanged,
    onPaid: leave,
    onChange(report, paid) {
      forgetTyped(typed);
      setDone({ report, paid });
    },
  });
  const { unanswered, pending, bill, problem } = payment;
  const [method, setMethod] = useState(CASH);
  const steps = cashStepsOf(useCashSetup());
  const part = share && (method === CASH ? payableCash(share.amount, bill.rate, steps) : share.amount);
  const closed = unanswered || pending ? null : payment.closed;
  if (done) return <PaidOrder {...done} onClose={() => leave(done.paid)} />;
  return (
    <Sheet
      title={words.title}
      note={note}
      onClose={onClose}
      // In the line of the amount: the whole sheet fits a small phone.
      tools={
        !closed && (
          <>
            <Due amount={part} remaining={bill.remaining} leads={order.currency} />
            {!share && <Link href={splitOf(order)}>{words.splitBill}</Link>}
          </>
        )
      }
    >
      <PaymentForm
        {...payment}
        startsIn={share ? (share.payIn === 'LRD' ? 'LRD' : 'USD') : order.currency}
        agreed={share?.amount}
        startsBy={share?.payIn === 'USD' ? 'card' : undefined}
        storageKey={typed}
        alerts={
          <>
            {!closed && !share && <Totals order={order} />}
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
        onMethod={setMethod}
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

interface DueProps {
  /** Of a part: '$3 + L$145'. */
  amount: Dual | undefined;
  remaining: Dual;
  leads: Order['currency'];
}

/** The amount to pay. */
function Due({ amount, remaining, leads }: DueProps) {
  if (!amount || amount.usd === 0 || amount.lrd === 0) {
    const currency = amount ? (amount.usd === 0 ? 'LRD' : 'USD') : leads;
    const shown = amount && currency === 'LRD' ? { ...remaining, lrd: amount.lrd } : remaining;
    return <Money {...shown} leads={currency} total className="end total" />;
  }
  return (
    <span className="money end total">
      <span>{changeText(amount)}</span>
    </span>
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
