/** Cancels an order of which something was sent or is being prepared: asks for the reason, and what goes back to stock. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { Order, OrderStatusBody } from '../../../api/types';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../../parts/reasons/reasons';
import { useReasons } from '../../../parts/reasons/useReasons';
import { Dialog } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { cacheOrder, cancelOrder, MONEY_LISTS, PRODUCTS, TABLES } from '../calls';
import { ReasonForm } from '../items/ReasonForm';
import { ReturnedItems, useReturnedItems } from '../items/ReturnedItems';
import { titleOf } from '../naming';
import { cancel as words } from '../strings';

export function CancelSent({ order, onClose }: { order: Order; onClose: () => void }) {
  const draft = useFormDraft(`cancel:${order.id}`, NOTHING_CHOSEN);
  const chosen = draft.values;
  const reasons = useReasons('void');
  const returned = useReturnedItems(order);
  const write = useWrite(
    (body: Omit<OrderStatusBody, 'status'>, options) => cancelOrder(order.id, body, options),
    { onAnswer: cacheOrder, refreshes: [...MONEY_LISTS, PRODUCTS, TABLES] },
  );
  const dialog = useDraftForm<'reason', Order>({
    draft,
    write,
    check() {
      const missing = problemOf(chosen, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => write.run({ ...sentOf(chosen, reasons), returnItemIds: returned.ids }),
    onDone: () => toast(words.done, titleOf(order)),
    onFail: (error) => messageOf(error, ''),
    onClose,
  });
  const { errors, problem } = dialog;

  return (
    <Dialog title={words.question} note={titleOf(order)} onClose={onClose}>
      <ReasonForm
        reasons={reasons}
        chosen={chosen}
        onChosen={(next, reason) => {
          draft.type(next);
          returned.setReason(reason);
        }}
        error={errors.reason}
        failed={problem === null ? null : { title: words.failed, detail: problem }}
        action={words.action}
        form={dialog}
      >
        <ReturnedItems order={order} returned={returned} />
      </ReasonForm>
    </Dialog>
  );
}
