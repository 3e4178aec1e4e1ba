/** Move Table: the guests sit at another table now; their orders go along. */
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Order, TableMoveBody } from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog, Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { SelectField } from '../../../ui/form/SelectField';
import { ORDERS, TABLES } from '../calls';
import { titleOf } from '../naming';
import { isOpen, ordersAt } from '../status';
import { tables as tableWords } from '../strings';
import { cacheMoved, moveTable } from './calls';
import { otherTables } from './parts';
import { words as common, moveTable as words } from './strings';
import { useMove } from './useMove';

const WAITING = <Skeleton count={2} height="var(--touch-lg)" />;

export default function MoveTable({ order, onClose }: { order: Order; onClose: () => void }) {
  const orderList = useGet(ORDERS);
  const tableList = useGet(TABLES);
  const orders = orderList.data ?? [];
  const tables = tableList.data ?? [];
  const [to, setTo] = useState('');
  const [which, setWhich] = useState<'all' | 'this'>('all');
  const [asked, setAsked] = useState(false);
  /** The status of the table that is not free. */
  const [taken, setTaken] = useState<string | null>(null);
  const move = useMove((wanted: TableMoveBody, options) => moveTable(order.tableId ?? 0, wanted, options));
  // What was sent may be done: until that is known, the sheet is about the table that the order was at.
  const [sentFrom, setSentFrom] = useState(order.tableId);
  const tableId = move.pending || move.unanswered ? sentFrom : order.tableId;
  const others = otherTables({ tableId }, tables);
  const target = others.find(({ id }) => String(id) === to);
  const from = tables.find(({ id }) => id === tableId);
  const here = from ? ordersAt(from, orders).filter(isOpen) : [];

  async function send(anyway?: true) {
    if (!move.unanswered) setSentFrom(order.tableId);
    const done = await move.run(
      target && {
        toTableId: target.id,
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
    toast(words.done, tableWords.table(done.to.tableNumber));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    void send();
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
                  <form className="stack" noValidate onSubmit={submit}>
                    {move.changed && <Alert>{common.changed}</Alert>}
                    <SelectField
                      label={words.to}
                      value={to}
                      error={asked && !target && !move.unanswered ? words.missing : null}
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
                )
              }
            </Loaded>
          )}
        </Loaded>
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
              onClick={() => void send(true)}
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
