/** Active Drink Orders: the filter and the cards. */
import { memo, useState } from 'react';
import { useSession } from '../../api/session';
import type { Order } from '../../api/types';
import { formatStatus } from '../../lib/format';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { useMinutes } from '../../lib/render/useMinutes';
import { Empty } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { OrderCard } from './card/OrderCard';
import { type Filter, filtersOf, isActive, isMine, isUnfinished, shown } from './status';
import { orders as words } from './strings';
import type { OpenDialog } from './useOrderDialog';
import { useSteps } from './useSteps';
import './orders.css';

interface OrdersProps {
  orders: readonly Order[];
  /** The selected table; its orders come first. */
  tableId: number | null;
  /** The order that the address asks for; it comes first of all. */
  wantedId?: number | null;
  onOpen: OpenDialog;
}

/** Cards drawn per step: this many fill any screen. */
const CARDS = 16;

/** Memoised: opening a dialog does not render the cards again. */
const Orders = memo(function Orders({ orders, tableId: table, wantedId = null, onOpen }: OrdersProps) {
  const [filter, setFilter] = useState<Filter>(wantedId === null ? 'open' : 'all');
  const wanted = useAfterPaint(filter);
  const tableId = useAfterPaint(table);
  const me = useSession().user?.username ?? '';
  const now = useMinutes();
  const rows = wantedFirst(shown(orders, wanted, tableId, me), wantedId);
  const { visible, more, sentinel } = useIncremental(rows, `${wanted} ${tableId}`, CARDS);
  return (
    <>
      <Choices
        label={words.show}
        value={filter}
        onValue={setFilter}
        options={filtersOf(useSteps()).map((value) => ({
          value,
          label: value === 'open' ? words.open : value === 'mine' ? words.mine : formatStatus(value),
          count: countOf(value, orders, me),
        }))}
      />
      {rows.length === 0 && <Empty text={words.none} />}
      {visible.length > 0 && (
        <div className="card folds">
          {visible.map((order) => (
            <OrderCard key={order.id} order={order} now={now} open={order.id === wantedId} onOpen={onOpen} />
          ))}
        </div>
      )}
      {more && <div ref={sentinel} />}
    </>
  );
});

export default Orders;

/** One order at the beginning of the list. */
function wantedFirst(orders: Order[], id: number | null): Order[] {
  const wanted = orders.find((order) => order.id === id);
  return wanted ? [wanted, ...orders.filter((order) => order !== wanted)] : orders;
}

function countOf(filter: Filter, orders: readonly Order[], me: string): number | undefined {
  if (filter === 'mine') return orders.filter((order) => isMine(order, me)).length;
  if (filter === 'open') return orders.filter(isUnfinished).length;
  return filter === 'active' ? orders.filter(isActive).length : undefined;
}
