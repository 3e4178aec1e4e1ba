/** One item of an order that is being edited: quantity, note, removal. */
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Order, OrderItem } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { NoteField } from '../../../parts/lines/NoteField';
import { ActionButton } from '../../../ui/ActionButton';
import { Stepper } from '../../../ui/form/Stepper';
import { wasSent } from '../status';
import { editItems as words } from '../strings';
import type { ItemChanges } from './useItemChanges';

interface ItemRowProps {
  order: Order;
  item: OrderItem;
  changes: ItemChanges;
  /** Whether there is one more to sell. */
  canMore: boolean;
  onMore: () => void;
  /** Asks for a reason before pieces are taken off. */
  onAsk: (item: OrderItem, left: number) => void;
}

export function ItemRow({ order, item, changes, canMore, onMore, onAsk }: ItemRowProps) {
  const nameId = useId();
  const [removing, setRemoving] = useState(false);
  const { quantity } = item;
  function leave(left: number) {
    const ask = () => onAsk(item, left);
    if (wasSent(order, item)) return ask();
    setRemoving(left === 0);
    changes.takeOffNow(item, left, ask);
  }
  const undoable = changes.undoable?.item.id === item.id;
  return (
    <li className="item-row">
      <span className="grow">
        <span className="name" id={nameId}>
          {quantity} × {item.productName}
        </span>
        <small>{formatTotal(fromServer(item.totalPrice), item.currency)}</small>
      </span>
      {undoable && (
        <button type="button" className="soft small" disabled={changes.pending} onClick={changes.undo}>
          {words.undo}
        </button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style */}
      <span className="row" role="group" aria-labelledby={nameId}>
        <Stepper
          value={quantity}
          canLess={!changes.pending && quantity > 1}
          canMore={!changes.pending && (quantity < item.orderedQuantity || canMore)}
          onLess={() => leave(quantity - 1)}
          onMore={onMore}
        />
        <ActionButton
          type="button"
          className="quiet"
          pending={changes.pending && removing}
          waiting={changes.waiting && removing}
          disabled={changes.pending}
          onClick={() => leave(0)}
        >
          {!changes.pending && <Trash2 />}
          {words.remove}
        </ActionButton>
      </span>
      <NoteField
        item={item.productName}
        value={item.notes ?? ''}
        locked={changes.pending || order.status === 'served'}
        onValue={(notes) => void changes.setNote(item, notes)}
      />
    </li>
  );
}

/** In place of an item that was removed: for some seconds it can be put back. */
export function RemovedRow({ changes }: { changes: ItemChanges }) {
  const { undoable } = changes;
  if (!undoable) return null;
  return (
    <li role="status">
      <span className="grow">
        {words.removed(`${undoable.item.quantity} × ${undoable.item.productName}`)}
      </span>
      <button type="button" className="soft" disabled={changes.pending} onClick={changes.undo}>
        {words.undo}
      </button>
    </li>
  );
}
