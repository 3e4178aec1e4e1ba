/** Card of one order: a line with its place, guest and sum, and folded below it items, amounts and the next step. */
import { NotebookText } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../../api/session';
import type { Order, OrderStatus } from '../../../api/types';
import { deviceDate, formatDateTime, formatPhone, formatStatus, formatTime } from '../../../lib/format';
import { type Dual, fromServer } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { Fold } from '../../../ui/Fold';
import { Money } from '../../../ui/money/Money';
import { guestOf, placeOf, tabOf, titleOf, typeLabel } from '../naming';
import { remainingOf } from '../payment/bill';
import { isOnCredit, isOpen, STEPS } from '../status';
import { PAYMENT_STATUS, orders as words } from '../strings';
import { since } from '../tables/guests';
import type { OpenDialog } from '../useOrderDialog';
import { useSteps } from '../useSteps';
import { ItemLines } from './ItemLines';
import { OrderActions } from './OrderActions';
import { OrderBadges } from './OrderBadges';
import { OrderFacts } from './OrderFacts';

const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;
const NOT_REACHED = { '--tone': 'none' } as CSSProperties;

interface OrderCardProps {
  order: Order;
  /** The clock in milliseconds. */
  now: number;
  /** Unfolded at first. */
  open?: boolean;
  onOpen: OpenDialog;
}

export function OrderCard({ order, now, open, onOpen }: OrderCardProps) {
  const { status, items, notes } = order;
  // The same order can be in the list and in the sheet of its table.
  const titleId = useId();
  const steps = useSteps();
  const me = useSession().user?.username;
  const exception = exceptionOf(order);
  const facts = [
    since([order], now),
    order.servedBy !== me && order.servedBy,
    exception?.status !== status && formatStatus(status),
    paymentOf(order),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <article className="order" data-status={status} aria-labelledby={titleId}>
      <Fold
        open={open}
        summary={
          <>
            <span className="grow">
              <h3 id={titleId} aria-label={placeOf(order)}>
                {titleOf(order)}
              </h3>
              <small>{facts}</small>
            </span>
            {exception && <Badge status={exception.status}>{exception.text}</Badge>}
            <Money {...sumOf(order)} leads={order.currency} total className="end" />
          </>
        }
      >
        <div className="stack" style={TIGHT}>
          <OrderBadges order={order} said={exception?.text} />
          {steps && status !== 'cancelled' && <Progress status={status} />}
          <Guest order={order} />
          <ItemLines items={items} />
          {notes && (
            <p className="note">
              <NotebookText />
              {notes}
            </p>
          )}
          {order.cancelReason && <p className="meta">{words.cancelled(order.cancelReason)}</p>}
          <OrderFacts order={order} />
          {isOnCredit(order) && order.tabCustomerName && <OnTab order={order} />}
          <OrderActions order={order} onOpen={onOpen} />
        </div>
      </Fold>
    </article>
  );
}

/** What is owed; of what is paid or on a tab, what it came to. */
function sumOf(order: Order): Dual {
  if (isOpen(order)) return remainingOf(order);
  return { usd: fromServer(order.grandTotalUSD), lrd: fromServer(order.grandTotalLRD) };
}

/** 'Paid', 'Partial', 'On Credit'; nothing for what is simply unpaid. */
function paymentOf(order: Order): string | null {
  if (isOnCredit(order)) return words.onCredit;
  return order.paymentStatus === 'unpaid' ? null : PAYMENT_STATUS[order.paymentStatus];
}

/** The one thing that is worth a colour in the line. */
function exceptionOf({ status, bill }: Order): { status: string; text: string } | null {
  if (status === 'ready') return { status, text: formatStatus(status) };
  if (status === 'cancelled') return null;
  if (bill?.state === 'changed') return { status: 'warning', text: words.changedAfterBill };
  return bill?.state === 'open' ? { status: 'warning', text: words.billed } : null;
}

function Progress({ status }: { status: OrderStatus }) {
  const at = STEPS.indexOf(status) + 1;
  return (
    <div className="meter" role="img" aria-label={words.step(at, status)}>
      {STEPS.map((step, index) => (
        <i key={step} style={index < at ? undefined : NOT_REACHED} />
      ))}
    </div>
  );
}

/** Whose tab the order is on. */
function OnTab({ order }: { order: Order }) {
  return (
    <p className="split">
      <span>{words.onTab(order.tabCustomerName ?? '')}</span>
      <Link className="action" href={tabOf(order)}>
        {words.openTab}
      </Link>
    </p>
  );
}

function Guest({ order }: { order: Order }) {
  const { customerPhone, createdAt } = order;
  const today = deviceDate(new Date(createdAt)) === deviceDate();
  const who = [guestOf(order), customerPhone && formatPhone(customerPhone)].filter(Boolean).join(' · ');
  return (
    <p className="meta">
      {who}
      {who && <br />}
      {typeLabel(order.orderType)} · {today ? formatTime(createdAt) : formatDateTime(createdAt)} · #{order.id}
    </p>
  );
}
