/** Card of one order: customer, items, amounts, and the next step. */
import { NotebookText } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { Link } from 'wouter';
import type { Order, OrderStatus } from '../../api/types';
import { deviceDate, formatDateTime, formatPhone, formatTime, formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { placeOf, tabOf, typeLabel } from './naming';
import { OrderActions } from './OrderActions';
import { OrderBadges } from './OrderBadges';
import { OrderFacts } from './OrderFacts';
import { isOnCredit, STEPS } from './status';
import { orders as words } from './strings';
import type { OpenDialog } from './useOrderDialog';
import { useSteps } from './useSteps';

const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;
const NOT_REACHED = { '--tone': 'none' } as CSSProperties;

interface OrderCardProps {
  order: Order;
  onOpen: OpenDialog;
}

export function OrderCard({ order, onOpen }: OrderCardProps) {
  const { status, items, notes } = order;
  // The same order can be in the list and in the sheet of its table.
  const titleId = useId();
  const steps = useSteps();
  return (
    <article className="order stack" style={TIGHT} data-status={status} aria-labelledby={titleId}>
      <header className="split">
        <h3 id={titleId}>{placeOf(order)}</h3>
        <OrderBadges order={order} />
      </header>
      {steps && status !== 'cancelled' && <Progress status={status} />}
      <Guest order={order} />
      <ul className="lines">
        {items.map((item) => (
          <li key={item.id}>
            <b>{item.quantity}×</b>
            <span>
              {item.productName}
              {item.notes && <small className="item-note">{item.notes}</small>}
            </span>
            <span>{formatTotal(fromServer(item.totalPrice), item.currency)}</span>
          </li>
        ))}
      </ul>
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
    </article>
  );
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
  const { customerName, customerPhone, createdAt } = order;
  const today = deviceDate(new Date(createdAt)) === deviceDate();
  // Without a name the order has the table's, which is already the card's title.
  const name = customerName === placeOf(order) ? null : customerName;
  const who = [name, customerPhone && formatPhone(customerPhone)].filter(Boolean).join(' · ');
  return (
    <p className="meta">
      {who}
      {who && <br />}
      {typeLabel(order.orderType)} · {today ? formatTime(createdAt) : formatDateTime(createdAt)} · #{order.id}
    </p>
  );
}
