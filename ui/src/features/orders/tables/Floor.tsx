/** Restaurant Tables: all tables at one look. Under Bills a tap opens a table's bill or a new order, under Seats its status changes. */
import { Users } from 'lucide-react';
import { memo, useId } from 'react';
import type { Order, OrderState, Table } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { useMinutes } from '../../../lib/render/useMinutes';
import { ActionButton } from '../../../ui/ActionButton';
import { Empty } from '../../../ui/feedback/States';
import { Money } from '../../../ui/money/Money';
import { labelOf } from '../naming';
import { hasPaid } from '../status';
import { tables as words } from '../strings';
import { guestsAt, since } from './guests';
import { SpotTitle } from './SpotTitle';
import { useTableStatus } from './useTableStatus';
import './floor.css';

export type FloorView = 'bills' | 'seats';

interface FloorProps {
  tables: readonly Table[];
  orders: readonly Order[];
  /** Of orders that only colleagues see. */
  states: readonly OrderState[];
  view: FloorView;
  /** The table of the next order. */
  selected: number | null;
  onTap: (table: Table) => void;
}

/** Memoised: opening a dialog does not render the tiles again. */
export const Floor = memo(function Floor({ tables, orders, states, view, selected, onTap }: FloorProps) {
  const now = useMinutes();
  if (tables.length === 0) return <Empty text={words.none} />;
  return (
    <div className={view === 'seats' ? 'floor seats' : 'floor'}>
      {tables.map((table) =>
        view === 'seats' ? (
          <Seats key={table.id} table={table} orders={orders} />
        ) : (
          <Spot
            key={table.id}
            table={table}
            orders={orders}
            states={states}
            now={now}
            selected={selected === table.id}
            onTap={onTap}
          />
        ),
      )}
    </div>
  );
});

interface SpotProps {
  table: Table;
  orders: readonly Order[];
  states: readonly OrderState[];
  now: number;
  selected: boolean;
  onTap: (table: Table) => void;
}

function Spot({ table, orders, states, now, selected, onTap }: SpotProps) {
  const id = useId();
  const { status, occupiedAt } = table;
  const guests = status === 'occupied' ? guestsAt(table, orders, now) : null;
  const settled = guests ? guests.settled : hasPaid(table, states) ? words.paid : null;
  const waits = guests?.waits;
  // Without an order that this phone knows, the time is the table's.
  const began = guests?.since ?? (occupiedAt && since([{ createdAt: occupiedAt }], now));
  const name = guests?.name ?? formatStatus(status);
  return (
    <button
      type="button"
      className="spot"
      data-taken={status === 'occupied' || undefined}
      data-status={waits?.status}
      aria-pressed={selected}
      aria-label={labelOf(table)}
      aria-haspopup="dialog"
      aria-describedby={`${id}-waits ${id}-who ${id}-sum`}
      onClick={() => onTap(table)}
    >
      <SpotTitle table={table} />
      <span id={`${id}-waits`}>{waits && <span className="badge">{waits.word}</span>}</span>
      <span className="who" id={`${id}-who`}>
        {name && <span>{name}</span>}
        {began && <span>{name ? `· ${began}` : began}</span>}
      </span>
      <span className="sum" id={`${id}-sum`}>
        {settled !== null ? (
          <b>{settled}</b>
        ) : guests ? (
          <Money {...guests.due} leads={guests.currency} total />
        ) : (
          <SeatCount table={table} />
        )}
      </span>
    </button>
  );
}

function Seats({ table, orders }: { table: Table; orders: readonly Order[] }) {
  const { status } = table;
  const change = useTableStatus(table, orders);
  return (
    <>
      <article className="spot" aria-label={labelOf(table)} data-taken={status !== 'available' || undefined}>
        <SpotTitle table={table} />
        <SeatCount table={table} />
        <span className="who">{formatStatus(status)}</span>
        <ActionButton
          type="button"
          className="secondary"
          aria-label={words.labelOf(change.label, labelOf(table))}
          pending={change.pending}
          waiting={change.waiting}
          onClick={change.press}
        >
          {change.label}
        </ActionButton>
      </article>
      {change.question}
    </>
  );
}

function SeatCount({ table: { capacity } }: { table: Table }) {
  return (
    <span className="seat-count">
      <Users />
      {capacity}
      <span className="sr-only">{words.seats}</span>
    </span>
  );
}
