/** Another round, and what is on the order: adds, changes and removes single items, never replaces the whole list. */
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Order, OrderItem, Product } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import type { Line } from '../../../parts/lines/lines';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { usePickedLines } from '../../../parts/picker/usePickedLines';
import { isOut } from '../../../parts/stock/limit';
import { ActionButton, WaitingNote } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Fold } from '../../../ui/Fold';
import { Empty } from '../../../ui/feedback/States';
import { bothAmounts } from '../amounts';
import { PickedFold } from '../creation/PickedFold';
import { titleOf } from '../naming';
import { newOrder, editItems as words } from '../strings';
import { ItemRow, RemovedRow } from './ItemRow';
import { TakeOff } from './TakeOff';
import { useAddItems } from './useAddItems';
import { useItemChanges } from './useItemChanges';
import '../creation/table-order.css';
import '../orders.css';

interface EditItemsProps {
  order: Order;
  products: readonly Product[];
  /** Opened for another round: what is on the order is folded. */
  adds: boolean;
  onClose: () => void;
}

export function EditItems({ order, products, adds, onClose }: EditItemsProps) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const add = useAddItems(order, lines, setLines, onClose);
  const picked = usePickedLines(lines, setLines);
  const changes = useItemChanges(order);
  const [asked, setAsked] = useState<{ item: OrderItem; left: number } | null>(null);
  // Fixed while the sheet is open: the tiles do not move under the thumb.
  const [again] = useState(() => [...new Set(order.items.map(({ productId }) => productId ?? 0))]);
  const wasRemoved = changes.undoable?.left === 0;

  /** One more of what is on the order: a piece that was taken off, else a new one. */
  function oneMore(item: OrderItem) {
    const product = products.find(({ id }) => id === item.productId);
    if (item.quantity < item.orderedQuantity) changes.putBack(item);
    else if (product) picked.onAdd(product);
  }

  return (
    <Sheet tall title={adds ? words.addTitle : words.title} note={titleOf(order)} onClose={onClose}>
      <div className="sheet-page">
        <div className="scrolls">
          <WaitingNote waiting={changes.waiting} />
          <ProductPicker order dense again={again} {...picked} locked={add.pending} />
        </div>
        <footer>
          <Fold open={!adds} summary={<OnOrder order={order} />}>
            <ul className="list">
              {order.items.length === 0 && <Empty text={words.empty} />}
              {order.items.map((item) => (
                <ItemRow
                  key={item.id}
                  order={order}
                  item={item}
                  changes={changes}
                  canMore={
                    !item.label &&
                    products.some((product) => product.id === item.productId && !isOut(product))
                  }
                  onMore={() => oneMore(item)}
                  onAsk={(asking, left) => setAsked({ item: asking, left })}
                />
              ))}
              {wasRemoved && <RemovedRow changes={changes} />}
            </ul>
          </Fold>
          <div className="send-row">
            {lines.length > 0 ? (
              <PickedFold
                lines={lines}
                products={products}
                onLines={setLines}
                locked={add.pending}
                count={words.fresh}
              />
            ) : (
              <small className="grow">{newOrder.itemsHint}</small>
            )}
            <ActionButton
              type="button"
              className="large"
              pending={add.pending}
              waiting={add.waiting}
              disabled={lines.length === 0}
              onClick={add.run}
            >
              <Send />
              {words.add}
            </ActionButton>
          </div>
        </footer>
      </div>
      {asked && <TakeOff order={order} {...asked} changes={changes} onClose={() => setAsked(null)} />}
    </Sheet>
  );
}

/** 'On the order · 5 · $18.50', and the same sum in the other currency. */
function OnOrder({ order }: { order: Order }) {
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const [leading, other] = bothAmounts(
    { usd: fromServer(order.totalAmountUSD), lrd: fromServer(order.totalAmountLRD) },
    order.currency,
  ).split(' · ');
  return (
    <>
      <span className="grow">{words.folded(count, leading ?? '')}</span>
      <small>{other}</small>
    </>
  );
}
