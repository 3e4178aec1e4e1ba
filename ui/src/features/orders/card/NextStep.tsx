/** The button of an order's next status: 'Start Preparing', 'Mark Ready', 'Mark Served'. */
import { BellRing, Check, Flame, type LucideIcon } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Order, OrderStatus } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { toastError } from '../../../ui/feedback/toast';
import { cacheOrder, ORDERS, setStatus, TABLES } from '../calls';
import { NEXT_LABEL, orders as words } from '../strings';

const ICON: Partial<Record<OrderStatus, LucideIcon>> = { preparing: Flame, ready: BellRing, served: Check };

export function NextStep({ order, next }: { order: Order; next: OrderStatus }) {
  const write = useWrite<OrderStatus, Order>((status, options) => setStatus(order.id, status, options), {
    onAnswer: cacheOrder,
    refreshes: [ORDERS, TABLES],
  });
  const Icon = ICON[next];
  async function step() {
    try {
      await write.run(next);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }
  return (
    <ActionButton
      type="button"
      className="soft"
      pending={write.pending}
      waiting={write.waiting}
      onClick={step}
    >
      {!write.pending && Icon && <Icon />}
      {NEXT_LABEL[next]}
    </ActionButton>
  );
}
