/** Asks why pieces of an item that was sent or served are taken off, and whether they go back to stock. */

import { useState } from 'react';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { messageOf } from '../../../api/http/error';
import type { Order, OrderItem } from '../../../api/types';
import { chosenOf, NOTHING_CHOSEN, problemOf, sentOf } from '../../../parts/reasons/reasons';
import { useReasons } from '../../../parts/reasons/useReasons';
import { Dialog } from '../../../ui/dialog/Dialog';
import { returnsByDefault } from '../status';
import { editItems as words } from '../strings';
import { ReasonForm } from './ReasonForm';
import type { ItemChanges } from './useItemChanges';

interface TakeOffProps {
  order: Order;
  item: OrderItem;
  /** How many stay. */
  left: number;
  changes: ItemChanges;
  onClose: () => void;
}

export function TakeOff({ order, item, left, changes, onClose }: TakeOffProps) {
  const draft = useFormDraft(`off:${item.id}`, NOTHING_CHOSEN);
  const chosen = draft.values;
  const reasons = useReasons('void');
  const [answer, setAnswer] = useState<boolean | null>(null);
  const byReason = chosenOf(chosen, reasons)?.returnStock ?? true;
  const returnToStock = answer ?? (byReason && returnsByDefault(order, item));
  const dialog = useDraftForm<'reason', Order>({
    draft,
    write: changes,
    check() {
      const missing = problemOf(chosen, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => changes.takeOff(item, left, { ...sentOf(chosen, reasons), returnToStock }),
    onDone() {},
    onFail: (error) => messageOf(error, ''),
    onClose,
  });
  const { errors, problem } = dialog;

  return (
    <Dialog title={words.removeQuestion(`${item.quantity - left} × ${item.productName}`)} onClose={onClose}>
      <ReasonForm
        reasons={reasons}
        chosen={chosen}
        onChosen={draft.type}
        error={errors.reason}
        failed={problem === null ? null : { title: words.removeFailed, detail: problem }}
        action={words.takeOff}
        form={dialog}
      >
        <label className="row switch">
          <input
            type="checkbox"
            checked={returnToStock}
            onChange={(event) => setAnswer(event.currentTarget.checked)}
          />
          {words.toStock}
        </label>
      </ReasonForm>
    </Dialog>
  );
}
