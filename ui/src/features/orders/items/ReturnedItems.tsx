/** 'Return to stock' for each item of an order that is cancelled or voided: off for food, for what was served, and for some reasons. */
import { useState } from 'react';
import type { Order, Reason } from '../../../api/types';
import { returnsByDefault } from '../status';
import { editItems as words } from '../strings';

export function useReturnedItems(order: Order) {
  const [reason, setReason] = useState<Reason | null>(null);
  /** Null until it is chosen for an item; until then the reason decides. */
  const [decided, setDecided] = useState<readonly number[] | null>(null);
  const stays = order.items.filter((item) => reason?.returnStock === false || !returnsByDefault(order, item));
  const kept = decided ?? stays.map(({ id }) => id);
  return {
    /** The items whose goods go back. */
    ids: order.items.map(({ id }) => id).filter((id) => !kept.includes(id)),
    toggle: (id: number) =>
      setDecided(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id]),
    setReason,
  };
}

interface ReturnedItemsProps {
  order: Order;
  returned: ReturnType<typeof useReturnedItems>;
}

export function ReturnedItems({ order, returned }: ReturnedItemsProps) {
  return (
    <fieldset className="stack tight">
      <legend>{words.toStock}</legend>
      {order.items.map((item) => (
        <label key={item.id} className="row switch">
          <input
            type="checkbox"
            checked={returned.ids.includes(item.id)}
            onChange={() => returned.toggle(item.id)}
          />
          {item.quantity} × {item.productName}
        </label>
      ))}
    </fieldset>
  );
}
