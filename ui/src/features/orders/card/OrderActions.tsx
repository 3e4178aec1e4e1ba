/** The buttons of an order's card: its next step, the money, and '…' for all else. */
import { Ellipsis } from 'lucide-react';
import { useMay } from '../../../api/approvals';
import { openReceipt } from '../../../api/openReceipt';
import type { Order } from '../../../api/types';
import { titleOf } from '../naming';
import { allowed, hasMore, nextStep } from '../status';
import { orders as words } from '../strings';
import type { OpenDialog } from '../useOrderDialog';
import { useSteps } from '../useSteps';
import { NextStep } from './NextStep';
import '../../../styles/shared/bill-sheet.css';

interface OrderActionsProps {
  order: Order;
  onOpen: OpenDialog;
}

export function OrderActions({ order, onOpen }: OrderActionsProps) {
  const may = allowed(order, useMay('void_order'));
  const { receiptNumber } = order;
  const next = nextStep(order, useSteps());
  const more = hasMore(order) || may.void || may.cancel;
  if (!next && !may.pay && !receiptNumber && !more) return null;
  return (
    <footer className="quad">
      {next && <NextStep order={order} next={next} />}
      {may.pay && (
        <button type="button" className="secondary" onClick={() => onOpen('pay', order)}>
          {words.payment}
        </button>
      )}
      {receiptNumber && (
        <button type="button" className="secondary" onClick={() => openReceipt(receiptNumber)}>
          {words.receipt}
        </button>
      )}
      {more && <MoreButton order={order} onOpen={onOpen} />}
    </footer>
  );
}

export function MoreButton({ order, onOpen }: OrderActionsProps) {
  return (
    <button
      type="button"
      className="secondary icon-only"
      aria-label={words.moreFor(titleOf(order))}
      onClick={() => onOpen('more', order)}
    >
      <Ellipsis />
    </button>
  );
}
