/** Takes money in two currencies: what is given of each, what remains, the change, and the button that takes it. */
import { type CSSProperties, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useCashStep } from '../../api/cashStep';
import { ORDER_METHODS } from '../../api/payment';
import type { PaymentBody } from '../../api/types';
import { formatRateLine } from '../../lib/format';
import type { Currency, Dual } from '../../lib/money';
import { type Amounts, emptyAmounts } from '../../lib/numpad';
import type { Bill, ChangeIn } from '../../lib/tender';
import { useTender } from '../../lib/useTender';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { AmountFields, Numpad } from '../../ui/AmountFields';
import { Choices } from '../../ui/Choices';
import { Verdict } from '../../ui/Verdict';
import { words } from './strings';
import type { WatchedRate } from './useWatchedRate';

/** The whole sheet fits a small phone. */
const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;

interface PaymentFormProps extends Pick<WatchedRate, 'rate' | 'rateChanged'> {
  bill: Bill;
  /** The currency that is typed first. */
  startsIn: Currency;
  /** What was sent and never answered. */
  unanswered: PaymentBody | null;
  /** A userKey: what is typed outlives a reload. */
  typedIn: string;
  /** What is to be said above it. */
  alerts: ReactNode;
  action: string;
  pending: boolean;
  waiting: boolean;
  /** Nothing is to be paid any more, so nothing remains and nothing can be taken. */
  closed: boolean;
  /** Another amount is typed: what was wrong with the one before is no longer said. */
  onRetype: () => void;
  onTake: (given: Dual, method: string, changeIn: ChangeIn | undefined) => void;
}

export function PaymentForm(props: PaymentFormProps) {
  const { bill, unanswered, rate, pending, waiting } = props;
  const [method, setMethod] = useState<string>(unanswered?.paymentMethod ?? 'cash');
  const tender = useTender({
    bill,
    start: () => startOf(props.startsIn, unanswered),
    startsAnew: unanswered !== null,
    changeIn: unanswered?.changeIn ?? null,
    step: useCashStep(),
    keptIn: props.typedIn,
  });

  const { usd, lrd } = tender.amounts;
  useEffect(props.onRetype, [usd, lrd]);

  function submit(event: FormEvent) {
    event.preventDefault();
    props.onTake(tender.given, method, tender.chosen?.value);
  }

  return (
    <form className="stack" style={TIGHT} noValidate onSubmit={submit}>
      {props.rateChanged && <Alert kind="warning">{words.rateChanged(formatRateLine(rate))}</Alert>}
      {props.alerts}
      <Choices
        label={words.method}
        kind="segmented"
        value={method}
        onValue={setMethod}
        options={ORDER_METHODS}
      />
      <AmountFields amounts={tender.amounts} dispatch={tender.dispatch} />
      {!props.closed && (
        <Verdict
          weighed={tender.weighed}
          choices={tender.choices}
          chosen={tender.chosen}
          onChoose={tender.choose}
        />
      )}
      <Numpad onKey={(key) => tender.dispatch({ type: 'key', key })} onExact={tender.exact} />
      <footer>
        <ActionButton
          className="large wide"
          pending={pending}
          waiting={waiting}
          pendingLabel={words.pending}
          disabled={props.closed}
        >
          {props.action}
        </ActionButton>
      </footer>
    </form>
  );
}

/** Empty, or what was sent. */
function startOf(active: Currency, sent: PaymentBody | null): Amounts {
  if (!sent) return emptyAmounts(active);
  const bare = (amount: string | null = '') => (amount === '0.00' ? '' : (amount ?? ''));
  return {
    usd: bare(sent.amountUSD),
    lrd: bare(sent.amountLRD).replace(/\.00$/, ''),
    active,
    fresh: true,
  };
}
