/** The bill of a table with guests: its rounds, another one as the first button, and the money. */
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Order, Table } from '../../../api/types';
import { formatStatus, formatTime, formatTotal } from '../../../lib/format';
import { inOne } from '../../../lib/money/money';
import { useMinutes } from '../../../lib/render/useMinutes';
import { Badge } from '../../../ui/Badge';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Fold } from '../../../ui/Fold';
import { Empty, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { Money } from '../../../ui/money/Money';
import { DiscountRows } from '../card/DiscountRows';
import { discountsOf } from '../card/discounts';
import { ItemLines } from '../card/ItemLines';
import { MoreButton } from '../card/OrderActions';
import { guestOf, labelOf } from '../naming';
import { remainingOf } from '../payment/bill';
import { isOpen, ordersAt, splitOf } from '../status';
import { words as screenWords, tables as words } from '../strings';
import type { OpenDialog } from '../useOrderDialog';
import { dueOf, since } from './guests';
import { roundsOf } from './rounds';
import '../../../styles/shared/bill-sheet.css';
import '../orders.css';

interface TableSheetProps {
  table: Table;
  /** Undefined while they are loading. */
  orders: readonly Order[] | undefined;
  onOpen: OpenDialog;
  onNewOrder: () => void;
  onClose: () => void;
}

export default function TableSheet({ table, orders, onOpen, onNewOrder, onClose }: TableSheetProps) {
  const now = useMinutes();
  const [chosen, setChosen] = useState<number | null>(null);
  const here = orders && ordersAt(table, orders);
  const order = here?.find(({ id }) => id === chosen) ?? here?.[0];
  const had = useRef(false);
  useEffect(() => {
    // The last order went to another table, or was cancelled.
    if (had.current && here?.length === 0) onClose();
    had.current = here !== undefined && here.length > 0;
  });
  return (
    <Sheet
      title={labelOf(table)}
      note={order && [guestOf(order), since([order], now)].filter(Boolean).join(' · ')}
      tools={order && <Money {...remainingOf(order)} leads={order.currency} total className="end total" />}
      onClose={onClose}
    >
      {!here && <Skeleton count={2} height="3.5rem" />}
      {here && here.length > 1 && (
        <Choices
          label={words.orders}
          value={String(order?.id)}
          onValue={(id) => setChosen(Number(id))}
          options={here.map((one) => ({
            value: String(one.id),
            label: `${one.customerName} · ${formatTotal(dueOf([one]).usd, 'USD')}`,
          }))}
        />
      )}
      {order ? (
        <Bill key={order.id} order={order} onOpen={onOpen} />
      ) : (
        here && (
          <>
            <Empty text={words.nothingOpen} />
            <footer>
              <button type="button" className="large wide" onClick={onNewOrder}>
                <Plus />
                {screenWords.newOrder}
              </button>
            </footer>
          </>
        )
      )}
    </Sheet>
  );
}

function Bill({ order, onOpen }: { order: Order; onOpen: OpenDialog }) {
  const [, navigate] = useLocation();
  const open = isOpen(order);
  const rounds = roundsOf(order.items);
  return (
    <>
      {(order.status === 'ready' || order.status === 'served') && (
        <span className="row">
          <Badge status={order.status}>{formatStatus(order.status)}</Badge>
        </span>
      )}
      {order.items.length === 0 && <Empty text={words.nothingOn} />}
      <div className="rounds">
        {rounds.map((round, index) => (
          <Fold
            key={round.number}
            open={index === 0}
            summary={
              <>
                <span className="grow">{words.round(round.number)}</span>
                <small>
                  {formatTime(round.at)} · {round.by}
                </small>
                <b>{formatTotal(inOne(round.total, order.currency), order.currency)}</b>
              </>
            }
          >
            <ItemLines items={round.items} />
          </Fold>
        ))}
      </div>
      {discountsOf(order).length > 0 && (
        <dl className="facts ruled">
          <DiscountRows order={order} />
        </dl>
      )}
      <footer>
        {open && (
          <button type="button" className="large wide" onClick={() => onOpen('add', order)}>
            <Plus />
            {words.addItems}
          </button>
        )}
        <div className="quad">
          {open && (
            <>
              <button type="button" className="soft" onClick={() => onOpen('pay', order)}>
                {words.pay}
              </button>
              {order.items.length > 0 && (
                <>
                  <button type="button" className="secondary" onClick={() => onOpen('bill', order)}>
                    {words.bill}
                  </button>
                  <button type="button" className="secondary" onClick={() => navigate(splitOf(order))}>
                    {words.split}
                  </button>
                </>
              )}
            </>
          )}
          <MoreButton order={order} onOpen={onOpen} />
        </div>
      </footer>
    </>
  );
}
