/** By Item: a tap moves a piece of an item to the chosen bill. */
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Order, OrderItem } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import type { Dual } from '../../../lib/money/money';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toastError } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { Money } from '../../../ui/money/Money';
import { cacheMoved, splitOrder } from '../moving/calls';
import { useMove } from '../moving/useMove';
import {
  addBill,
  BILLS_MAX,
  billCount,
  billsOf,
  billsToSend,
  blockedBy,
  countOn,
  fitPieces,
  grossOf,
  moveAll,
  moveOne,
  type Pieces,
  takeBack,
  totalsOf,
} from './pieces';
import { words as common, byItem as words } from './strings';

/** More pieces than this are shown as a number per bill. */
const BOXES_MAX = 12;

interface ByItemProps {
  order: Order;
  pieces: Pieces;
  onPieces: (pieces: Pieces) => void;
  onSplit: () => void;
}

export function ByItem({ order, pieces: wanted, onPieces, onSplit }: ByItemProps) {
  const [bill, setBill] = useState(1);
  const split = useMove(
    (bills: ReturnType<typeof billsToSend>, options) => splitOrder(order.id, { bills }, options),
    (reason) => toastError(common.failed, reason),
  );
  const pieces = fitPieces(wanted, order.items);
  const blocked = blockedBy(pieces);

  async function send() {
    const done = await split.run(billsToSend(pieces, order.items));
    if (!done) return;
    cacheMoved([...done.created, done.order]);
    onSplit();
  }
  function add() {
    onPieces(addBill(pieces));
    setBill(pieces.bills);
  }

  return (
    <>
      {split.changed && <Alert>{common.changed}</Alert>}
      <div className="bills">
        <Choices
          label={words.bills}
          value={String(bill)}
          onValue={(value) => setBill(Number(value))}
          options={totalsOf(pieces, order).map((total, index) => ({
            value: String(index),
            label: <BillName index={index} total={total} leads={order.currency} />,
          }))}
        />
        {pieces.bills < BILLS_MAX && (
          <button type="button" className="secondary" onClick={add}>
            <Plus />
            {words.addBill}
          </button>
        )}
      </div>
      <section className="card">
        <ul className="pieces">
          {order.items.map((item) => (
            <ItemPieces key={item.id} item={item} pieces={pieces} bill={bill} onPieces={onPieces} />
          ))}
        </ul>
      </section>
      <footer className="split-bar">
        <ActionButton
          type="button"
          className="large wide"
          pending={split.pending}
          waiting={split.waiting}
          pendingLabel={common.splitting}
          disabled={blocked !== null && !split.unanswered}
          onClick={() => void send()}
        >
          {split.unanswered
            ? common.title
            : blocked === null
              ? words.split(billCount(pieces))
              : blocked.emptyBill === 0
                ? words.leave
                : words.empty(blocked.emptyBill + 1)}
        </ActionButton>
      </footer>
    </>
  );
}

function BillName({ index, total, leads }: { index: number; total: Dual; leads: Order['currency'] }) {
  const amounts = [formatTotal(total.usd, 'USD'), formatTotal(total.lrd, 'LRD')];
  if (leads === 'LRD') amounts.reverse();
  return (
    <>
      <small>{words.bill(index + 1)}</small>
      <b>{amounts[0]}</b>
      <small>{amounts[1]}</small>
    </>
  );
}

interface ItemPiecesProps {
  item: OrderItem;
  pieces: Pieces;
  /** The chosen bill. */
  bill: number;
  onPieces: (pieces: Pieces) => void;
}

function ItemPieces({ item, pieces, bill, onPieces }: ItemPiecesProps) {
  const { id, quantity, productName } = item;
  const onBills = billsOf(pieces, id);
  return (
    <li>
      <button
        type="button"
        className="open"
        aria-label={words.one(productName, bill + 1)}
        onClick={() => onPieces(moveOne(pieces, id, bill))}
      />
      <span className="name">{words.item(quantity, productName)}</span>
      <Money {...grossOf(item)} leads={item.currency} total className="end" />
      <span className="boxes" role="img" aria-label={words.on(onBills.map((on) => on + 1))}>
        {onBills.length > BOXES_MAX
          ? [...new Set(onBills)].map((on) => (
              <i key={on} data-on={on === bill || undefined}>
                {on + 1} × {countOn(pieces, id, on)}
              </i>
            ))
          : onBills.map((on, index) => (
              <i key={index} data-on={on === bill || undefined}>
                {on + 1}
              </i>
            ))}
      </span>
      <span className="tools">
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.lessOf(productName)}
          disabled={bill === 0 || countOn(pieces, id, bill) === 0}
          onClick={() => onPieces(takeBack(pieces, id, bill))}
        >
          <Minus />
        </button>
        {quantity > 1 && (
          <button
            type="button"
            className="secondary"
            aria-label={words.allOf(productName)}
            onClick={() => onPieces(moveAll(pieces, id, bill))}
          >
            {words.all}
          </button>
        )}
      </span>
    </li>
  );
}
