/** Edit Items dialog: changes, removes and adds single items of an order, never replaces the whole list. */
import { useState } from 'react';
import type { Order, OrderItem, Product } from '../../../api/types';
import type { Line } from '../../../parts/lines/lines';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { ActionButton, WaitingNote } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty } from '../../../ui/feedback/States';
import { SelectedItems, SelectedTotal } from '../creation/SelectedItems';
import { usePickedLines } from '../creation/usePickedLines';
import { titleOf } from '../naming';
import { newOrder, editItems as words } from '../strings';
import { ItemRow, RemovedRow } from './ItemRow';
import { TakeOff } from './TakeOff';
import { useAddItems } from './useAddItems';
import { useItemChanges } from './useItemChanges';

interface EditItemsProps {
  order: Order;
  products: readonly Product[];
  onClose: () => void;
}

export function EditItems({ order, products, onClose }: EditItemsProps) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const add = useAddItems(order, lines, setLines, onClose);
  const picked = usePickedLines(lines, setLines);
  const changes = useItemChanges(order);
  const [asked, setAsked] = useState<{ item: OrderItem; left: number } | null>(null);
  const wasRemoved = changes.undoable?.left === 0;
  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <section>
        <h3>{words.onOrder}</h3>
        <WaitingNote waiting={changes.waiting} />
        {order.items.length === 0 && <Empty text={words.empty} />}
        <ul className="list">
          {order.items.map((item) => (
            <ItemRow
              key={item.id}
              order={order}
              item={item}
              changes={changes}
              onAsk={(asking, left) => setAsked({ item: asking, left })}
            />
          ))}
          {wasRemoved && <RemovedRow changes={changes} />}
        </ul>
      </section>
      <SelectedItems lines={lines} products={products} onLines={setLines} locked={add.pending} />
      <ProductPicker order {...picked} locked={add.pending} />
      <footer>
        {lines.length > 0 ? <SelectedTotal lines={lines} /> : <small>{newOrder.itemsHint}</small>}
        <ActionButton
          type="button"
          className="large wide"
          pending={add.pending}
          waiting={add.waiting}
          disabled={lines.length === 0}
          onClick={add.run}
        >
          {words.add}
        </ActionButton>
      </footer>
      {asked && <TakeOff order={order} {...asked} changes={changes} onClose={() => setAsked(null)} />}
    </Sheet>
  );
}
