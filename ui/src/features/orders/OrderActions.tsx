/** The buttons of an order: next status first, then payment, then corrections. */
import { BellRing, Check, Flame, type LucideIcon } from 'lucide-react';
import { useLocation } from 'wouter';
import { useMay } from '../../api/approvals';
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { openReceipt } from '../../api/openReceipt';
import type { Order, OrderStatus } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { toastError } from '../../ui/feedback/toast';
import { cacheOrder, ORDERS, setStatus, TABLES } from './calls';
import { allowed, hasMore, nextStep, splitOf } from './status';
import { cancel, NEXT_LABEL, voiding, orders as words } from './strings';
import type { OpenDialog } from './useOrderDialog';
import { useSteps } from './useSteps';

const NEXT_ICON: Partial<Record<OrderStatus, LucideIcon>> = {
  preparing: Flame,
  ready: BellRing,
  served: Check,
};

interface OrderActionsProps {
  order: Order;
  onOpen: OpenDialog;
}

export function OrderActions({ order, onOpen }: OrderActionsProps) {
  const may = allowed(order, useMay('void_order'));
  const [, navigate] = useLocation();
  const { receiptNumber } = order;
  const further = [
    may.pay && { label: words.payment, open: () => onOpen('pay', order) },
    may.bill && { label: words.bill, open: () => onOpen('bill', order) },
    may.split && { label: words.split, open: () => navigate(splitOf(order)) },
    may.attach && { label: words.attach, open: () => onOpen('attach', order) },
    receiptNumber && { label: words.receipt, open: () => openReceipt(receiptNumber) },
    may.editItems && { label: words.editItems, open: () => onOpen('items', order) },
    may.cancel && { label: cancel.action, open: () => onOpen('cancel', order) },
    hasMore(order) && { label: words.more, open: () => onOpen('more', order) },
    may.void && { label: voiding.action, open: () => onOpen('void', order) },
  ].filter((action) => typeof action === 'object' && action !== null);

  const next = nextStep(order, useSteps());
  if (!next && further.length === 0) return null;
  return (
    <footer className="actions">
      {next && <NextStep order={order} next={next} />}
      {further.map(({ label, open }) => (
        <button key={label} type="button" className={tone(label)} onClick={open}>
          {label}
        </button>
      ))}
    </footer>
  );
}

/** Payment buttons are prominent; corrections are subdued. */
function tone(label: string): string {
  const corrections: string[] = [words.editItems, words.more, cancel.action, voiding.action];
  return corrections.includes(label) ? 'quiet' : 'secondary';
}

function NextStep({ order, next }: { order: Order; next: OrderStatus }) {
  const write = useWrite<OrderStatus, Order>((status, options) => setStatus(order.id, status, options), {
    refreshes: [ORDERS, TABLES],
  });
  const Icon = NEXT_ICON[next];
  async function step() {
    try {
      const moved = await write.run(next);
      if (moved) cacheOrder(moved);
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
