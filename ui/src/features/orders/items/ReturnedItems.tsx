/** 'Return to stock' for each item of an order that is cancelled or voided: off for food, and for what was served. */
import { useState } from 'react';
import type { Order } from '../../../api/types';
import { returnsByDefault } from '../status';
import { editItems as words } from '../strings';

export function useReturnedItems(order: Order) {
  const [kept, setKept] = useState(() =>
    order.items.filter((item) => !returnsByDefault(order, item)).map(({ id }) => id),
  );
  return {
    /** The items whose goods go back. */
    ids: order.items.map(({ id }) => id).filter((id) => !kept.includes(id)),
    toggle: (id: number) => setKept(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id]),
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
