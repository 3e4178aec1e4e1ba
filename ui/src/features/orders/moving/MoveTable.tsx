/** Move Table: the guests sit at another table now; their orders go along. */
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Order, Table, TableMoveBody } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog, Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { SelectField } from '../../../ui/form/SelectField';
import { ORDERS, TABLES } from '../calls';
import { titleOf } from '../naming';
import { ordersAt } from '../status';
import { tables as tableWords } from '../strings';
import { cacheMoved, moveTable } from './calls';
import { otherTables } from './parts';
import { words as common, moveTable as words } from './strings';
import { useMove } from './useMove';

export default function MoveTable({ order, onClose }: { order: Order; onClose: () => void }) {
  const orders = useGet(ORDERS).data ?? [];
  const tables = useGet(TABLES).data ?? [];
  const [to, setTo] = useState('');
  const [which, setWhich] = useState<'all' | 'this'>('all');
  const [asked, setAsked] = useState(false);
  /** The status of the table that is not free. */
  const [taken, setTaken] = useState<string | null>(null);
  const move = useMove((wanted: TableMoveBody, options) => moveTable(order.tableId ?? 0, wanted, options));
  const others = otherTables(order, tables);
  const target = others.find(({ id }) => String(id) === to);
  const from = tables.find(({ id }) => id === order.tableId);
  const here = from ? ordersAt(from, orders) : [];

  async function send(table: Table, anyway?: true) {
    const done = await move.run(
      {
        toTableId: table.id,
        ...(here.length > 1 && which === 'this' ? { orderIds: [order.id] } : {}),
        ...(anyway && { anyway }),
      },
      (error) => {
        const status = statusOfTaken(error);
        setTaken(status);
        return status !== null;
      },
    );
    if (!done) return;
    cacheMoved(done.orders, [done.from, done.to]);
    onClose();
    toast(words.done, tableWords.table(table.tableNumber));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (target) void send(target);
  }

  return (
    <>
      <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
        {others.length === 0 ? (
          <Empty text={words.none} />
        ) : (
          <form className="stack" noValidate onSubmit={submit}>
            {move.changed && <Alert>{common.changed}</Alert>}
            <SelectField
              label={words.to}
              value={to}
              error={asked && !target ? words.missing : null}
              options={[
                { value: '', label: words.choose, disabled: true },
                ...others.map(({ id, tableNumber, status }) => ({
                  value: String(id),
                  label: `${tableWords.table(tableNumber)} · ${formatStatus(status)}`,
                })),
              ]}
              onValue={setTo}
            />
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
        )}
      </Sheet>
      {taken && target && (
        <Dialog title={words.question(target.tableNumber, taken)} onClose={() => setTaken(null)}>
          <footer className="pair">
            <button type="button" className="secondary" onClick={() => setTaken(null)}>
              {words.keep}
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

/** 'reserved' of the refusal that the table is not free; null for any other. */
function statusOfTaken(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'table_not_free') return null;
  return String((error.refusal as { status?: string }).status ?? '');
}
