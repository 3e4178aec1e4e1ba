/** Partial Payment: both currencies on one counter, what remains of the tab, and the change. */
import { type CSSProperties, type FormEvent, useState } from 'react';
import { useCashStep } from '../../api/cashStep';
import { useSession } from '../../api/session';
import type { OrderPaymentMethod, Tab } from '../../api/types';
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
import type { PaymentBody } from './calls';
import { METHODS, payment as words } from './strings';
import { mainCurrency } from './tabs';
import { usePayment } from './usePayment';

/** The whole sheet fits a small phone. */
const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;

export function PaymentDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const username = useSession().user?.username ?? '';
  const typed = userKey(`tab-payment-typed:${tab.customerId}`, username);
  const close = () => {
    keep(typed, null);
    onClose();
  };
  const payment = usePayment(tab, username, close);
  const { bill, problem, take, pending, waiting, unanswered } = payment;
  const [method, setMethod] = useState<OrderPaymentMethod>(unanswered?.paymentMethod ?? 'cash');
  const tender = useTender({
    bill,
    start: () => startOf(tab, unanswered),
    startsAnew: unanswered !== null,
    changeIn: unanswered?.changeIn ?? null,
    step: useCashStep(),
    keptIn: typed,
  });
  const closed = tab.status === 'paid' && !unanswered && !pending;

  function submit(event: FormEvent) {
    event.preventDefault();
    void take(tender.given, method, tender.chosen?.value);
  }

  return (
    <Sheet
      title={words.title}
      note={tab.customerName}
      onClose={close}
      tools={<Money {...bill.remaining} total className="end total" />}
    >
      <form className="stack" style={TIGHT} noValidate onSubmit={submit}>
        {payment.rateChanged && (
          <Alert kind="warning">{words.rateChanged(formatRateLine(payment.rate))}</Alert>
        )}
        {unanswered && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
        {closed && <Alert kind="info">{words.paidMeanwhile}</Alert>}
        {problem && <Alert>{problem}</Alert>}
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
            pending={pending}
            waiting={waiting}
            pendingLabel={words.pending}
            disabled={closed}
          >
            {words.submit}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}

/** Empty, or what was sent and never answered. */
function startOf(tab: Tab, sent: PaymentBody | null): Amounts {
  const bare = (amount: string) => (amount === '0.00' ? '' : amount);
  return {
    usd: sent ? bare(sent.amountUSD) : '',
    lrd: sent ? bare(sent.amountLRD).replace(/\.00$/, '') : '',
    active: mainCurrency(tab.items.filter(({ status }) => status === 'active')),
    fresh: sent !== null,
  };
}
