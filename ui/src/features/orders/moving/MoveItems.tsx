/** Move Items: pieces of an order go to another open order, or to a new one, here or at another table. */
import { type CSSProperties, type FormEvent, useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { MoveTarget, Order, Pieces } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { Stepper } from '../../../ui/form/Stepper';
import { ORDERS, TABLES } from '../calls';
import { labelOf, titleOf } from '../naming';
import { cacheMoved, moveItems } from './calls';
import {
  type Going,
  goingOf,
  otherOrders,
  otherTables,
  partsOf,
  TO_NEW,
  targetOf,
  toOrder,
  toTable,
} from './parts';
import { words as common, moveItems as words } from './strings';
import { useMove } from './useMove';

/** Beside the item's name. */
const BESIDE: CSSProperties = { width: 'auto', margin: 0 };

export default function MoveItems({ order, onClose }: { order: Order; onClose: () => void }) {
  const orders = useGet(ORDERS).data ?? [];
  const tables = useGet(TABLES).data ?? [];
  const [going, setGoing] = useState<Going>({});
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const move = useMove((sent: { items: Pieces[]; to: MoveTarget }, options) =>
    moveItems(order.id, sent.items, sent.to, options),
  );
  const parts = partsOf(going, order.items);
  const set = (itemId: number, count: number) => setGoing({ ...going, [itemId]: count });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const done = await move.run(parts.length > 0 && target ? { items: parts, to: target } : undefined);
    if (!done) return;
    cacheMoved([done.target, done.order]);
    onClose();
    toast(words.done, named(done.target));
  }

  const options = [
    { value: '', label: words.choose, disabled: true },
    { value: TO_NEW, label: words.newOrder },
    ...otherOrders(order, orders).map((other) => ({ value: toOrder(other.id), label: named(other) })),
    ...otherTables(order, tables).map((table) => ({
      value: toTable(table.id),
      label: words.newAt(labelOf(table)),
    })),
  ];
  // A target that is gone is not chosen.
  const chosen = options.some(({ value }) => value === to) ? to : '';
  const target = targetOf(chosen);
  const mistaken = asked && !move.unanswered;
  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {move.changed && <Alert>{common.changed}</Alert>}
        <ul className="list">
          {order.items.map((item) => {
            const count = goingOf(going, item);
            return (
              <li key={item.id}>
                <span className="grow">
                  <span className="name">{words.item(item.quantity, item.productName)}</span>
                </span>
                <fieldset className="row" style={BESIDE} aria-label={item.productName}>
                  <Stepper
                    value={count}
                    canLess={count > 0}
                    canMore={count < item.quantity}
                    onLess={() => set(item.id, count - 1)}
                    onMore={() => set(item.id, count + 1)}
                  />
                  {item.quantity > 1 && (
                    <button type="button" className="secondary" onClick={() => set(item.id, item.quantity)}>
                      {words.all}
                    </button>
                  )}
                </fieldset>
              </li>
            );
          })}
        </ul>
        {mistaken && parts.length === 0 && <Alert kind="warning">{words.none}</Alert>}
        <SelectField
          label={words.to}
          value={chosen}
          options={options}
          error={mistaken && !target ? words.nowhere : null}
          onValue={setTo}
        />
        <footer>
          <ActionButton
            className="large wide"
            pending={move.pending}
            waiting={move.waiting}
            pendingLabel={words.moving}
          >
            {words.action}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}

/** 'Table 4 · Musu · #12' */
function named(order: Order): string {
  return `${titleOf(order)} · #${order.id}`;
}
