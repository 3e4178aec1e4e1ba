/** The badges of an order's card: status, payment, and what became of it: split, billed, handed over. */
import {
  Bell,
  BookUser,
  Check,
  CircleCheck,
  CircleDot,
  CircleX,
  Clock,
  Flame,
  type LucideIcon,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { useSession } from '../../../api/session';
import type { Order, OrderStatus, PaymentStatus } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { Badge } from '../../../ui/Badge';
import { isOnCredit, noteworthy, type Trait } from '../status';
import { PAYMENT_STATUS, orders as words } from '../strings';

const STATUS_ICON: Record<OrderStatus, LucideIcon> = {
  pending: Clock,
  preparing: Flame,
  ready: Bell,
  served: Check,
  cancelled: CircleX,
};
const PAYMENT_ICON: Record<PaymentStatus, LucideIcon> = {
  paid: CircleCheck,
  partial: CircleDot,
  unpaid: CircleX,
};
/** The tone of what is worth a second look; the others are neutral. */
const TONE: Partial<Record<Trait['kind'], string>> = {
  parts: 'partial',
  billed: 'info',
  changed: 'warning',
  walkOut: 'error',
};

const TIGHTER = { '--gap': 'var(--space-1)' } as CSSProperties;

interface OrderBadgesProps {
  order: Order;
  /** What the card's line says already. */
  said: string | undefined;
}

export function OrderBadges({ order, said }: OrderBadgesProps) {
  const me = useSession().user?.username;
  const StatusIcon = STATUS_ICON[order.status];
  const PaymentIcon = PAYMENT_ICON[order.paymentStatus];
  return (
    <span className="row" style={TIGHTER}>
      {formatStatus(order.status) !== said && (
        <Badge status={order.status}>
          <StatusIcon />
          {formatStatus(order.status)}
        </Badge>
      )}
      <Badge status={order.paymentStatus}>
        <PaymentIcon />
        {PAYMENT_STATUS[order.paymentStatus]}
      </Badge>
      {isOnCredit(order) && (
        <Badge status="credit">
          <BookUser />
          {words.onCredit}
        </Badge>
      )}
      {noteworthy(order, me).map(
        ({ kind, text }) =>
          text !== said && (
            <Badge key={kind} status={TONE[kind] ?? 'inactive'}>
              {text}
            </Badge>
          ),
      )}
    </span>
  );
}
