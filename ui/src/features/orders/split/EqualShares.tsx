/** Equal Shares: the parts of an order, of which the next one can be paid. */
import { Check } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../../api/http/error';
import { refresh, useGet } from '../../../api/http/query';
import { DEFAULT_RATE } from '../../../api/payment';
import type { Order, PayIn, Payment, Shares } from '../../../api/types';
import { formatTime, formatTotal } from '../../../lib/format';
import { type Dual, fromServer } from '../../../lib/money/money';
import { payableCash } from '../../../lib/money/payableCash';
import { cashStepsOf, useCashSetup } from '../../../parts/payment/methods';
import { useMethodName } from '../../../parts/payment/useMethodName';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { Stepper } from '../../../ui/form/Stepper';
import { changeText } from '../../../ui/money/changeText';
import { Money } from '../../../ui/money/Money';
import { ORDERS } from '../calls';
import { cacheMoved } from '../moving/calls';
import { useMove } from '../moving/useMove';
import type { Share } from '../payment/useOrderPayment';
import { isOpen } from '../status';
import { endShares, paymentsAt, sharesAt } from './calls';
import { PEOPLE_MAX, PEOPLE_MIN, peopleOf, rowsOf, type ShareRow } from './shares';
import { words as common, shares as words } from './strings';
import './shares.css';

const PaymentDialog = lazy(() =>
  import('../payment/PaymentDialog').then((loaded) => ({ default: loaded.PaymentDialog })),
);

type ShareOption = Shares['next']['options'][number];

const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;
const NOT_PAID = { '--tone': 'none' } as CSSProperties;

interface EqualSharesProps {
  order: Order;
  /** How many people share it at first; undefined: as many as the order says. */
  startsWith: number | undefined;
  /** Called when a part begins or ends to be taken. */
  onBusy: (busy: boolean) => void;
}

export default function EqualShares({ order, startsWith, onBusy }: EqualSharesProps) {
  const [people, setPeople] = useState(() => startsWith ?? peopleOf(order));
  const [payIn, setPayIn] = useState<PayIn>('LRD');
  /** The part that is being taken: another phone may take it meanwhile, and then it is refused. */
  const [paying, setPaying] = useState<Share | null>(null);
  const [ending, setEnding] = useState(false);
  const [late, setLate] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const plan = order.shares;
  const of = plan?.of ?? people;
  // Another number of people shows the old parts until the new ones are there.
  const query = useGet(sharesAt(order.id, of), {
    // The parts of a paid order are refused: they are not asked for while the last one is being paid.
    enabled: isOpen(order) && !(paying && plan?.left === 1),
    placeholderData: (before) => before,
  });
  const shares = query.data;
  const outdated = query.isPlaceholderData || shares?.of !== of;
  const next = shares?.next;
  const option = next?.options.find((one) => one.payIn === payIn);
  const offered: Share | undefined = next &&
    option && {
      of,
      part: next.part,
      payIn,
      amount: { usd: fromServer(option.amountUSD), lrd: fromServer(option.amountLRD) },
    };

  function take(share: Share | null) {
    setPaying(share);
    onBusy(share !== null);
  }
  function refused(error: unknown) {
    take(null);
    setLate(messageOf(error, common.changed));
    void refresh(ORDERS);
  }

  return (
    <>
      {late && <Alert kind="warning">{late}</Alert>}
      <section className="card stack" style={TIGHT}>
        <div className="split">
          <span>
            <b>{words.people}</b>
            {plan && (
              <>
                <br />
                <small>{words.fixed}</small>
              </>
            )}
          </span>
          <fieldset className="people" aria-label={words.people}>
            <Stepper
              value={of}
              canLess={!plan && of > PEOPLE_MIN}
              canMore={!plan && of < PEOPLE_MAX}
              onLess={() => setPeople(of - 1)}
              onMore={() => setPeople(of + 1)}
            />
          </fieldset>
        </div>
        <div role="status">{plan && <PaidMeter paid={plan.paid} of={plan.of} />}</div>
        <div className="split">
          <small>{words.left}</small>
          <Money
            usd={fromServer(order.remainingUSD)}
            lrd={fromServer(order.remainingLRD)}
            leads={order.currency}
            total
            className="inline"
          />
        </div>
      </section>
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="4rem" />}>
        {(loaded) => <Parts order={order} shares={loaded} payIn={payIn} onPayIn={setPayIn} />}
      </Loaded>
      <footer className="split-bar">
        {plan && (
          <button type="button" className="secondary large" onClick={() => setEnding(true)}>
            {words.end}
          </button>
        )}
        {next && (
          <button
            type="button"
            className="large grow"
            disabled={outdated || !offered}
            onClick={() => {
              setLate(null);
              take(offered ?? null);
            }}
          >
            {words.take(next.part)}
          </button>
        )}
      </footer>
      {paying && (
        <Suspense fallback={null}>
          <PaymentDialog
            order={order}
            // Its amount follows what others add to the order.
            share={offered?.part === paying.part && offered.of === paying.of ? offered : paying}
            onShareChanged={refused}
            onPaid={(paid) => {
              cacheMoved([paid]);
              // The next guest chooses anew.
              setPayIn('LRD');
              if (paid.paymentStatus === 'paid') navigate('/table-service');
            }}
            onClose={() => take(null)}
          />
        </Suspense>
      )}
      {ending && <EndShares order={order} onClose={() => setEnding(false)} />}
    </>
  );
}

function PaidMeter({ paid, of }: { paid: number; of: number }) {
  return (
    <div className="meter" role="img" aria-label={words.progress(paid, of)}>
      {Array.from({ length: of }, (_, index) => (
        <i key={index} style={index < paid ? undefined : NOT_PAID} />
      ))}
    </div>
  );
}

interface PartsProps {
  order: Order;
  shares: Shares;
  payIn: PayIn;
  onPayIn: (payIn: PayIn) => void;
}

function Parts({ order, shares, payIn, onPayIn }: PartsProps) {
  const payments = useGet(paymentsAt(order.id), { enabled: shares.paid > 0 });
  const rows = rowsOf(shares, payments.data);
  const steps = cashStepsOf(useCashSetup());
  const inCash = (due: Dual) => payableCash(due, order.rate ?? DEFAULT_RATE, steps);
  return (
    <ul className="parts">
      {rows.map((row) =>
        row.part === shares.next.part ? (
          <li key={row.part} className="card">
            <span className="split">
              <b>{words.part(row.part)}</b>
              <small>{words.next}</small>
            </span>
            <span className="pays">
              <small aria-hidden="true">{words.paysIn}</small>
              <Choices
                label={words.paysIn}
                value={payIn}
                onValue={onPayIn}
                options={shares.next.options.map((option) => ({
                  value: option.payIn,
                  label: (
                    <>
                      <span>{words.ways[option.payIn]}</span>
                      <b>{amountText(option, inCash)}</b>
                    </>
                  ),
                }))}
              />
            </span>
          </li>
        ) : (
          <PartRow key={row.part} row={row} inCash={inCash} />
        ),
      )}
    </ul>
  );
}

/** '$3 + L$145', 'L$715', '$3.75'; in cash as it is booked, which the last part may not be. */
function amountText({ payIn, amountUSD, amountLRD }: ShareOption, inCash: (due: Dual) => Dual): string {
  const due = { usd: fromServer(amountUSD), lrd: fromServer(amountLRD) };
  return changeText(payIn === 'USD' ? due : inCash(due));
}

interface PartRowProps {
  row: ShareRow;
  inCash: (due: Dual) => Dual;
}

function PartRow({ row: { part, payment, paid, amount }, inCash }: PartRowProps) {
  const methodName = useMethodName();
  return (
    <li data-status={paid ? 'paid' : undefined}>
      <span className="seal" aria-hidden="true">
        {paid ? <Check /> : part}
      </span>
      <span className="grow">
        <b>{words.part(part)}</b>
        {payment && (
          <small>
            {formatTime(payment.at)} · {methodName(payment.paymentMethod)}
          </small>
        )}
      </span>
      {paid && <Badge status="paid">{words.paid}</Badge>}
      {amount !== null && <b>{changeText(inCash({ usd: 0, lrd: amount }))}</b>}
      {paid && payment && <b>{paidText(payment)}</b>}
    </li>
  );
}

/** What was kept of it: 'L$715' */
function paidText({ amountUSD, amountLRD, changeUSD, changeLRD }: Payment): string {
  const kept = (given: string, change: string) => fromServer(given) - fromServer(change);
  const [usd, lrd] = [kept(amountUSD, changeUSD), kept(amountLRD, changeLRD)];
  // Dollars with change in Liberian dollars.
  if (lrd < 0) return `${formatTotal(usd, 'USD')} − ${formatTotal(-lrd, 'LRD')}`;
  return changeText({ usd, lrd });
}

function EndShares({ order, onClose }: { order: Order; onClose: () => void }) {
  const end = useMove((_: null, options) => endShares(order.id, options));
  async function stop() {
    const changed = await end.run(null);
    if (!changed) return;
    cacheMoved([changed]);
    onClose();
  }
  return (
    <Dialog title={words.endQuestion} onClose={onClose}>
      {end.changed && <Alert>{common.changed}</Alert>}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onClose}>
          {words.keep}
        </button>
        <ActionButton type="button" pending={end.pending} waiting={end.waiting} onClick={() => void stop()}>
          {words.end}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
