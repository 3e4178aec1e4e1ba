/** Restaurant Tables: the status of each, what its guests owe, and the one selected for the next order. */
import { Users } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Order, Table, TableStatus } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Confirm } from '../../../ui/dialog/Confirm';
import { Empty } from '../../../ui/feedback/States';
import { toastError } from '../../../ui/feedback/toast';
import { bothAmounts } from '../amounts';
import { cacheTable, setTableStatus, TABLES } from '../calls';
import { remainingOf } from '../payment/bill';
import { toggled, unpaidAt } from '../status';
import { tables as words } from '../strings';
import { type Guests, guestsAt } from './guests';
import { useMinutes } from './useMinutes';

interface TablesProps {
  tables: readonly Table[];
  /** Undefined while they are loading. */
  orders: readonly Order[] | undefined;
  selected: number | null;
  onSelect: (id: number | null) => void;
  /** A tap on a table with guests. */
  onOpen: (table: Table) => void;
}

const NO_ORDERS: readonly Order[] = [];

/** Memoised: opening a dialog does not render the cards again. */
export const Tables = memo(function Tables({ tables, orders, selected, onSelect, onOpen }: TablesProps) {
  const now = useMinutes();
  if (tables.length === 0) return <Empty text={words.none} />;
  return (
    <div className="tables">
      {tables.map((table) => (
        <TableCard
          key={table.id}
          table={table}
          unpaid={unpaidAt(table, orders ?? NO_ORDERS)}
          guests={table.status === 'occupied' ? guestsAt(table, orders ?? NO_ORDERS, now) : null}
          selected={selected === table.id}
          opens={table.status === 'occupied' && orders !== undefined}
          onSelect={() => onSelect(selected === table.id ? null : table.id)}
          onOpen={() => onOpen(table)}
        />
      ))}
    </div>
  );
});

interface TableCardProps {
  table: Table;
  unpaid: Order | undefined;
  guests: Guests | null;
  selected: boolean;
  /** A tap opens its orders; else it selects the table. */
  opens: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

function TableCard({ table, unpaid, guests, selected, opens, onSelect, onOpen }: TableCardProps) {
  const factsId = useId();
  const { tableNumber, capacity, status } = table;
  const [asking, setAsking] = useState(false);
  const write = useWrite<TableStatus, Table>((next, options) => setTableStatus(table.id, next, options), {
    refreshes: [TABLES],
  });
  const next = toggled(status);

  async function toggle() {
    try {
      const changed = await write.run(next);
      if (changed) cacheTable(changed);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
    setAsking(false);
  }

  return (
    <>
      <article className="table-card" data-status={status}>
        <button
          type="button"
          className="open"
          aria-pressed={selected}
          aria-label={words.table(tableNumber)}
          aria-haspopup={opens ? 'dialog' : undefined}
          aria-describedby={guests ? factsId : undefined}
          onClick={opens ? onOpen : onSelect}
        />
        <span className="number">{tableNumber}</span>
        <Badge status={status}>{formatStatus(status)}</Badge>
        <small className="seats">
          <Users />
          {capacity}
          <span className="sr-only">{words.seats}</span>
        </small>
        {guests && (
          <span className="guests" id={factsId}>
            <b>{guests.due}</b>
            <small>
              <span>{guests.name}</span>
              <span>{guests.since}</span>
            </small>
          </span>
        )}
        <ActionButton
          type="button"
          className="secondary"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => (next === 'available' && unpaid ? setAsking(true) : void toggle())}
        >
          {next === 'available' ? words.free : words.occupy}
        </ActionButton>
      </article>
      {asking && unpaid && (
        <Confirm
          question={words.freeQuestion(tableNumber)}
          detail={words.freeDetail(unpaid.customerName, bothAmounts(remainingOf(unpaid), unpaid.currency))}
          action={words.freeAction}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={toggle}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
