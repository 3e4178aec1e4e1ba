/** Cancels an order of which nothing was sent, or voids one that was served, paid or put on credit; both ask for a reason. */
import { useBox } from '../../../api/box';
import { at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { useGet } from '../../../api/http/query';
import type { Order, VoidBody, VoidedOrder } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { moneyBackText, type Worth, worthOf, worthText } from '../../../parts/voiding/moneyBack';
import { VoidForm } from '../../../parts/voiding/VoidForm';
import { Dialog } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { cacheOrder, cancelOrder, MONEY_LISTS, PRODUCTS, TABLES, voidOrder } from '../calls';
import { ReturnedItems, useReturnedItems } from '../items/ReturnedItems';
import { titleOf } from '../naming';
import { cancel, voiding } from '../strings';

interface CancelOrVoidProps {
  order: Order;
  /** An order without payments is cancelled; one with payments is voided and refunded. */
  how: 'cancel' | 'void';
  onClose: () => void;
}

export function CancelOrVoid({ order, how, onClose }: CancelOrVoidProps) {
  const words = how === 'cancel' ? cancel : voiding;
  const title = titleOf(order);
  const returned = useReturnedItems(order);
  const worth = paidOf(order);
  const anyWay = worthText(worth);
  const hasTip = useHasTip(order);
  const write = useWrite(
    ({ reason, reasonId, refund, returnTip }: VoidBody, options) => {
      const why = { reason, ...(reasonId && { reasonId }) };
      if (how === 'void')
        return voidOrder(order.id, { ...why, refund, returnTip, returnItemIds: returned.ids }, options);
      // Nothing was sent, so all of it is still on the shelf, whatever the reason.
      return cancelOrder(order.id, { ...why, ...(reasonId && { returnToStock: true }) }, options);
    },
    { onAnswer: cacheOrder, refreshes: [...MONEY_LISTS, PRODUCTS, TABLES] },
  );

  function done(changed: Order | VoidedOrder) {
    onClose();
    const refunds = 'refunds' in changed ? changed.refunds : [];
    toast(words.done, moneyBackText(refunds.flatMap(({ tenders }) => tenders)) ?? title);
  }

  return (
    <Dialog title={words.question} note={title} onClose={onClose}>
      <VoidForm
        what={`order:${order.id}`}
        detail={words.detail}
        detailOther={anyWay ? `${anyWay}. ${words.detail}` : words.detail}
        action={words.action}
        failed={words.failed}
        stock={how === 'void' ? <ReturnedItems order={order} returned={returned} /> : null}
        onReason={returned.setReason}
        givesBack={how === 'void' && wasPaid(order) ? order.currency : null}
        worth={worth}
        hasTip={hasTip}
        write={write}
        onDone={done}
        onKeep={onClose}
      />
    </Dialog>
  );
}

/** A tip stands on the receipt of an order. On a tab it may be in any payment, so it is offered there where the bar takes tips. */
function useHasTip({ receiptNumber, isOnCredit }: Order): boolean {
  const takesTips = Boolean(useBox()?.tips);
  const url = at('/api/receipts/{receiptNumber}', { receiptNumber: receiptNumber ?? '' });
  const receipt = useGet(url, { enabled: takesTips && receiptNumber !== null });
  if (!takesTips) return false;
  return receiptNumber === null ? isOnCredit === 'true' : receipt.data?.totals.displayTip !== undefined;
}

function wasPaid({ paidAmountUSD, paidAmountLRD }: Order): boolean {
  return fromServer(paidAmountUSD) > 0 || fromServer(paidAmountLRD) > 0;
}

/** What was kept of each currency; unknown where change in Liberian dollars was given on dollars alone. */
function paidOf({ paidAmountUSD, paidAmountLRD }: Order): Worth[] {
  if (fromServer(paidAmountLRD) < 0) return [];
  return worthOf([
    { currency: 'USD', amount: paidAmountUSD },
    { currency: 'LRD', amount: paidAmountLRD },
  ]);
}
