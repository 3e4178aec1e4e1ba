/** Cancels an order of which something was sent or is being prepared: asks for the reason, and what goes back to stock. */
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { messageOf } from '../../api/http/error';
import type { Order, OrderStatusBody } from '../../api/types';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../parts/reasons/reasons';
import { useReasons } from '../../parts/reasons/useReasons';
import { Dialog } from '../../ui/dialog/Dialog';
import { toast } from '../../ui/feedback/toast';
import { KeptInput } from '../../ui/form/KeptInput';
import { cacheOrder, cancelOrder, MONEY_LISTS, PRODUCTS, TABLES } from './calls';
import { ReasonForm } from './items/ReasonForm';
import { ReturnedItems, useReturnedItems } from './items/ReturnedItems';
import { titleOf } from './naming';
import { cancel as words } from './strings';

export function CancelSent({ order, onClose }: { order: Order; onClose: () => void }) {
  const draft = useFormDraft(`cancel:${order.id}`, NOTHING_CHOSEN);
  const chosen = draft.values;
  const reasons = useReasons('void');
  const returned = useReturnedItems(order);
  const write = useWrite(
    (body: Omit<OrderStatusBody, 'status'>, options) => cancelOrder(order.id, body, options),
    { refreshes: [...MONEY_LISTS, PRODUCTS, TABLES] },
  );
  const { errors, problem, onSubmit } = useForm<'reason', Order>({
    pending: write.pending,
    check() {
      const missing = problemOf(chosen, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => write.run({ ...sentOf(chosen, reasons), returnItemIds: returned.ids }),
    onDone(changed) {
      cacheOrder(changed);
      leave();
      toast(words.done, titleOf(order));
    },
    onFail: (error) => messageOf(error, ''),
  });
  function leave() {
    draft.discard();
    onClose();
  }

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
        pending={write.pending}
        waiting={write.waiting}
        onSubmit={onSubmit}
        onKeep={leave}
      >
        <KeptInput {...draft} disabled={write.pending} />
        <ReturnedItems order={order} returned={returned} />
      </ReasonForm>
    </Dialog>
  );
}
