/** Move Table: the guests sit at another table now; their orders go along. A tap on the table moves them. */
import { useState } from 'react';
import { ApiError } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Order, Table, TableMoveBody } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { ActionButton, WaitingNote } from '../../../ui/ActionButton';
import { Dialog, Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { ORDERS, TABLES } from '../calls';
import { labelOf, titleOf } from '../naming';
import { isOpen, ordersAt } from '../status';
import { SpotTitle } from '../tables/SpotTitle';
import { cacheMoved, moveTable } from './calls';
import { otherTables } from './parts';
import { words as common, moveTable as words } from './strings';
import { useMove } from './useMove';
import '../tables/floor.css';

const WAITING = <Skeleton count={2} height="var(--touch-lg)" />;

export default function MoveTable({ order, onClose }: { order: Order; onClose: () => void }) {
  const orderList = useGet(ORDERS);
  const tableList = useGet(TABLES);
  const orders = orderList.data ?? [];
  const tables = tableList.data ?? [];
  const [target, setTarget] = useState<Table | null>(null);
  const [which, setWhich] = useState<'all' | 'this'>('all');
  /** The status of the table that is not free. */
  const [taken, setTaken] = useState<string | null>(null);
  const move = useMove((wanted: TableMoveBody, options) => moveTable(order.tableId ?? 0, wanted, options));
  // What was sent may be done: until that is known, the sheet is about the table that the order was at.
  const [sentFrom, setSentFrom] = useState(order.tableId);
  const tableId = move.pending || move.unanswered ? sentFrom : order.tableId;
  const others = otherTables({ tableId }, tables);
  const from = tables.find(({ id }) => id === tableId);
  const here = from ? ordersAt(from, orders).filter(isOpen) : [];

  async function send(to: Table | null, anyway?: true) {
    setTarget(to);
    if (!move.unanswered) setSentFrom(order.tableId);
    const done = await move.run(
      to
        ? {
            toTableId: to.id,
            ...(here.length > 1 && which === 'this' ? { orderIds: [order.id] } : {}),
            ...(anyway && { anyway }),
          }
        : undefined,
      (error) => {
        const status = statusOfTaken(error);
        setTaken(status);
        return status !== null;
      },
    );
    if (!done) return;
    cacheMoved(done.orders, [done.from, done.to]);
    onClose();
    toast(words.done, labelOf(done.to));
  }

  /** Other guests sit there: that is asked about first. */
  function tap(table: Table) {
    if (table.status !== 'occupied' || move.unanswered) return void send(table);
    setTarget(table);
    setTaken(table.status);
  }

  return (
    <>
      <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
        <Loaded query={orderList} errorText={words.loadFailed} skeleton={WAITING}>
          {() => (
            <Loaded query={tableList} errorText={words.loadFailed} skeleton={WAITING}>
              {() =>
                others.length === 0 && !move.unanswered ? (
                  <Empty text={words.none} />
                ) : (
                  <div className="stack">
                    {move.changed && <Alert>{common.changed}</Alert>}
                    <WaitingNote waiting={move.waiting} />
                    {here.length > 1 && (
                      <Choices
                        label={words.which}
                        kind="segmented"
                        value={which}
                        onValue={setWhich}
                        options={[
                          { value: 'all', label: words.all(here.length) },
                          { value: 'this', label: words.this },
                        ]}
                      />
                    )}
                    <fieldset className="floor" aria-label={words.to}>
                      {others.map((table) => (
                        <Target
                          key={table.id}
                          table={table}
                          // What was not answered is sent again, and nothing else.
                          disabled={move.pending || (move.unanswered && table.id !== target?.id)}
                          onTap={() => tap(table)}
                        />
                      ))}
                    </fieldset>
                  </div>
                )
              }
            </Loaded>
          )}
        </Loaded>
      </Sheet>
      {taken && target && (
        <Dialog title={words.question(target.tableNumber, target.name, taken)} onClose={() => setTaken(null)}>
          <footer className="pair">
            <button type="button" className="secondary" onClick={() => setTaken(null)}>
              {words.cancel}
            </button>
            <ActionButton
              type="button"
              pending={move.pending}
              waiting={move.waiting}
              onClick={() => void send(target, true)}
            >
              {words.anyway}
            </ActionButton>
          </footer>
        </Dialog>
      )}
    </>
  );
}

interface TargetProps {
  table: Table;
  disabled: boolean;
  onTap: () => void;
}

function Target({ table, disabled, onTap }: TargetProps) {
  const { status } = table;
  return (
    <button
      type="button"
      className="spot"
      aria-label={`${labelOf(table)} · ${formatStatus(status)}`}
      data-taken={status === 'occupied' || undefined}
      disabled={disabled}
      onClick={onTap}
    >
      <SpotTitle table={table} />
      <span />
      <span className="who">{formatStatus(status)}</span>
    </button>
  );
}

/** 'reserved' of the refusal that the table is not free; null for any other. */
function statusOfTaken(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'table_not_free') return null;
  return String((error.refusal as { status?: string }).status ?? '');
}
