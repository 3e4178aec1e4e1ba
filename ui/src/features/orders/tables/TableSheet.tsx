/** The bill of a table with guests: its rounds, another one as the first button, and the money. */
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useMay } from '../../../api/approvals';
import type { Order, Table } from '../../../api/types';
import { formatStatus, formatTime, formatTotal } from '../../../lib/format';
import { fromServer, inOne } from '../../../lib/money/money';
import { useMinutes } from '../../../lib/render/useMinutes';
import { owes } from '../../../parts/bills/owes';
import { useOrderStates } from '../../../parts/own/orderStates';
import { TaxRows } from '../../../parts/tax/TaxRows';
import { Badge } from '../../../ui/Badge';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Fold } from '../../../ui/Fold';
import { Empty, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { Money } from '../../../ui/money/Money';
import { bothAmounts } from '../amounts';
import { DiscountRows } from '../card/DiscountRows';
import { discountsOf } from '../card/discounts';
import { ItemLines } from '../card/ItemLines';
import { MoreButton } from '../card/OrderActions';
import { taxRowsOf } from '../card/taxRows';
import { guestOf, labelOf, placeOf } from '../naming';
import { remainingOf } from '../payment/bill';
import { allowed, hasPaid, isOpen, ordersAt, owingAt, splitOf } from '../status';
import { cancel, orders as orderWords, words as screenWords, voiding, tables as words } from '../strings';
import type { OpenDialog } from '../useOrderDialog';
import { dueOf, settledAs, since } from './guests';
import { Leaving } from './Leaving';
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
  const [chosen, setChosen] = useState<Order | null>(null);
  const here = orders && ordersAt(table, orders);
  const order = here?.find((one) => one.id === chosen?.id && !isPaidSince(one, chosen)) ?? here?.[0];
  const told = useOrderStates();
  const paid = hasPaid(table, told.states);
  const had = useRef(false);
  useEffect(() => {
    // The last order went to another table or was cancelled, or the table was freed.
    const empty = here?.length === 0 && !paid;
    if (had.current && empty && !told.isFetching) onClose();
    had.current ||= here !== undefined && !empty;
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
          onValue={(id) => setChosen(here.find((one) => String(one.id) === id) ?? null)}
          options={here.map((one) => ({
            value: String(one.id),
            label: `${guestOf(one) ?? placeOf(one)} · ${settledAs([one]) ?? formatTotal(dueOf([one]).usd, 'USD')}`,
          }))}
        />
      )}
      {order ? (
        <Bill key={order.id} order={order} onOpen={onOpen}>
          {!isOpen(order) && !owingAt(table, orders ?? []) && (
            <Leaving table={table} orders={orders ?? []} onDone={onClose} />
          )}
        </Bill>
      ) : (
        here && (
          <>
            {paid ? (
              <span className="row">
                <Badge status="paid">{words.paid}</Badge>
              </span>
            ) : (
              <Empty text={words.nothingOpen} />
            )}
            <footer>
              {paid && <Leaving table={table} orders={orders ?? []} onDone={onClose} />}
              <button type="button" className={paid ? 'secondary wide' : 'large wide'} onClick={onNewOrder}>
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

/** Whether it owed when it was chosen: the sheet goes on with what is still owed. */
const isPaidSince = (order: Order, chosen: Order): boolean => owes(chosen) && !owes(order);

interface BillProps {
  order: Order;
  onOpen: OpenDialog;
  /** The first buttons of a bill that is settled. */
  children: ReactNode;
}

function Bill({ order, onOpen, children }: BillProps) {
  const [, navigate] = useLocation();
  const open = isOpen(order);
  const empty = order.items.length === 0;
  const rounds = roundsOf(order.items);
  return (
    <>
      {(order.status === 'ready' || order.status === 'served') && (
        <span className="row">
          <Badge status={order.status}>{formatStatus(order.status)}</Badge>
        </span>
      )}
      {empty && <Empty text={words.nothingOn} />}
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
      <Additions order={order} />
      <footer>
        {open && (
          <button type="button" className="large wide" onClick={() => onOpen('add', order)}>
            <Plus />
            {words.addItems}
          </button>
        )}
        {children}
        <div className="quad">
          {open && empty && <EndEmpty order={order} onOpen={onOpen} />}
          {open && !empty && (
            <>
              <button type="button" className="soft" onClick={() => onOpen('pay', order)}>
                {words.pay}
              </button>
              <button type="button" className="secondary" onClick={() => onOpen('bill', order)}>
                {words.bill}
              </button>
              <button type="button" className="secondary" onClick={() => navigate(splitOf(order))}>
                {words.split}
              </button>
            </>
          )}
          <MoreButton order={order} onOpen={onOpen} />
        </div>
      </footer>
    </>
  );
}

/** What discounts, taxes and the service charge make of the rounds, as on the paper bill. */
function Additions({ order }: { order: Order }) {
  const rows = taxRowsOf(order);
  if (rows.length === 0 && discountsOf(order).length === 0) return null;
  const total = { usd: fromServer(order.grandTotalUSD), lrd: fromServer(order.grandTotalLRD) };
  return (
    <dl className="facts ruled">
      <DiscountRows order={order} />
      <TaxRows rows={rows} leads={order.currency} />
      <dt>{orderWords.total}</dt>
      <dd>{bothAmounts(total, order.currency)}</dd>
    </dl>
  );
}

/** Ends an order from which everything was taken off. */
function EndEmpty({ order, onOpen }: { order: Order; onOpen: OpenDialog }) {
  const may = allowed(order, useMay('void_order'));
  if (!may.cancel && !may.void) return null;
  return (
    <button type="button" className="secondary" onClick={() => onOpen(may.cancel ? 'cancel' : 'void', order)}>
      {may.cancel ? cancel.action : voiding.action}
    </button>
  );
}
