/** Active Drink Orders: the filter and the cards. */
import { memo, useState } from 'react';
import type { Order } from '../../api/types';
import { formatStatus } from '../../lib/format';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { Empty } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { OrderCard } from './OrderCard';
import { type Filter, filtersOf, isActive, isUnfinished, shown } from './status';
import { orders as words } from './strings';
import type { OpenDialog } from './useOrderDialog';
import { useSteps } from './useSteps';

interface OrdersProps {
  orders: readonly Order[];
  /** The selected table; its orders come first. */
  tableId: number | null;
  onOpen: OpenDialog;
}

/** Cards drawn per step: they are tall, and this many fill any screen. */
const CARDS = 8;

/** Memoised: opening a dialog does not render the cards again. */
export const Orders = memo(function Orders({ orders, tableId: table, onOpen }: OrdersProps) {
  const [filter, setFilter] = useState<Filter>('open');
  const wanted = useAfterPaint(filter);
  const tableId = useAfterPaint(table);
  const rows = shown(orders, wanted, tableId);
  const { visible, more, sentinel } = useIncremental(rows, `${wanted} ${tableId}`, CARDS);
  return (
    <>
      <Choices
        label={words.show}
        value={filter}
        onValue={setFilter}
        options={filtersOf(useSteps()).map((value) => ({
          value,
          label: value === 'open' ? words.open : formatStatus(value),
          count: countOf(value, orders),
        }))}
      />
      {rows.length === 0 && <Empty text={words.none} />}
      {visible.map((order) => (
        <OrderCard key={order.id} order={order} onOpen={onOpen} />
      ))}
      {more && <div ref={sentinel} />}
    </>
  );
});

function countOf(filter: Filter, orders: readonly Order[]): number | undefined {
  if (filter === 'open') return orders.filter(isUnfinished).length;
  return filter === 'active' ? orders.filter(isActive).length : undefined;
}
