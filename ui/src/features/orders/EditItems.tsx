/** Edit Items dialog: removes and adds single items of an order, never replaces the whole list. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import type { Order, OrderItem, Product } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { ActionButton, WaitingNote } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Empty } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import type { Line } from '../lines/lines';
import { ProductPicker } from '../picker/ProductPicker';
import { cacheOrder, ITEM_LISTS, removeItem } from './calls';
import { SelectedItems, SelectedTotal } from './creation/SelectedItems';
import { usePickedLines } from './creation/usePickedLines';
import { titleOf } from './OrderCard';
import { newOrder, editItems as words } from './strings';
import { useAddItems } from './useAddItems';

interface EditItemsProps {
  order: Order;
  products: readonly Product[];
  onClose: () => void;
}

export function EditItems({ order, products, onClose }: EditItemsProps) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const add = useAddItems(order, lines, setLines, onClose);
  const picked = usePickedLines(lines, setLines);
  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <section>
        <h3>{words.onOrder}</h3>
        {order.items.length === 0 && <Empty text={words.empty} />}
        <ul className="list">
          {order.items.map((item) => (
            <Item key={item.id} order={order} item={item} />
          ))}
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
    </Sheet>
  );
}

function Item({ order, item }: { order: Order; item: OrderItem }) {
  const write = useWrite<number, Order>((itemId, options) => removeItem(order.id, itemId, options), {
    refreshes: ITEM_LISTS,
  });
  async function remove() {
    try {
      const rest = await write.run(item.id);
      if (rest) cacheOrder(rest);
    } catch (error) {
      toastError(words.removeFailed, reasonOf(error));
    }
  }
  return (
    <li>
      <span className="grow">
        <span className="name">
          {item.quantity} × {item.productName}
        </span>
        <small>{formatTotal(fromServer(item.totalPrice), item.currency)}</small>
        <WaitingNote waiting={write.waiting} />
      </span>
      <ActionButton type="button" className="quiet" pending={write.pending} onClick={remove}>
        {!write.pending && <Trash2 />}
        {words.remove}
      </ActionButton>
    </li>
  );
}
