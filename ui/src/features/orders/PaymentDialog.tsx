/** Process Payment: two currencies on one counter, what remains of them, and the change. */
import { type CSSProperties, type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useCashStep } from '../../api/cashStep';
import { useSession } from '../../api/session';
import type { Order, OrderPaymentMethod } from '../../api/types';
import { formatRateLine } from '../../lib/format';
import type { Amounts } from '../../lib/numpad';
import { userKey } from '../../lib/storage';
import { keep } from '../../lib/useKept';
import { useTender } from '../../lib/useTender';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { AmountFields, Numpad } from '../../ui/AmountFields';
import { Choices } from '../../ui/Choices';
import { Sheet } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { Verdict } from '../../ui/Verdict';
import { titleOf } from './OrderCard';
import { isOnCredit } from './status';
import { METHODS, payment as words } from './strings';
import { usePayment } from './usePayment';

/** The whole sheet fits a small phone. */
const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;

interface PaymentDialogProps {
  order: Order;
  onClose: () => void;
}

export function PaymentDialog({ order, onClose }: PaymentDialogProps) {
  const note = titleOf(order);
  if (isOnCredit(order)) {
    return (
      <Sheet title={words.title} note={note} onClose={onClose}>
        <Alert kind="info">{words.onCredit}</Alert>
        <footer>
          <Link className="action" href="/customer-tab">
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
  const typed = userKey(`payment-typed:${order.id}`, username);
  const close = () => {
    keep(typed, null);
    onClose();
  };
  const payment = usePayment({ order, username, onPaid: close });
  const { unanswered, bill } = payment;
  const [method, setMethod] = useState<OrderPaymentMethod>(unanswered?.paymentMethod ?? 'cash');
  const tender = useTender({
    bill,
    start: () => startOf(order, unanswered),
    startsAnew: unanswered !== null,
    changeIn: unanswered?.changeIn ?? null,
    step: useCashStep(),
    keptIn: typed,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void payment.take(tender.given, method, tender.chosen?.value);
  }

  return (
    <Sheet
      title={words.title}
      note={note}
      onClose={close}
      tools={<Money {...bill.remaining} leads={order.currency} total className="end total" />}
    >
      <form className="stack" style={TIGHT} noValidate onSubmit={submit}>
        {payment.rateChanged && (
          <Alert kind="warning">{words.rateChanged(formatRateLine(payment.rate))}</Alert>
        )}
        {unanswered && <Alert kind="warning">{words.unanswered}</Alert>}
        {payment.closed && !unanswered && <Alert kind="info">{payment.closed}</Alert>}
        {payment.problem && (
          <Alert>
            {payment.problem.text}
            {payment.problem.reason && <small> {payment.problem.reason}</small>}
          </Alert>
        )}
        <Choices label={words.method} kind="segmented" value={method} onValue={setMethod} options={METHODS} />
        <AmountFields amounts={tender.amounts} dispatch={tender.dispatch} />
        <Verdict
          weighed={tender.weighed}
          choices={tender.choices}
          chosen={tender.chosen}
          onChoose={tender.choose}
        />
        <Numpad onKey={(key) => tender.dispatch({ type: 'key', key })} onExact={tender.exact} />
        <footer>
          <ActionButton
            className="large wide"
            pending={payment.pending}
            waiting={payment.waiting}
            pendingLabel={words.pending}
            disabled={payment.closed !== null && !unanswered}
          >
            {words.process}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}

/** Empty, or what was sent and never answered. */
function startOf(order: Order, sent: { amountUSD: string; amountLRD: string } | null): Amounts {
  const bare = (amount: string) => (/^0\.00$/.test(amount) ? '' : amount);
  return {
    usd: sent ? bare(sent.amountUSD) : '',
    lrd: sent ? bare(sent.amountLRD).replace(/\.00$/, '') : '',
    active: order.currency,
    fresh: sent !== null,
  };
}
