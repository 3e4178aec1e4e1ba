/** Asks whether the guests leave whose order was the last that their table owed. */
import { useGet } from '../../../api/http/query';
import type { Order, Table } from '../../../api/types';
import { owes } from '../../../parts/bills/owes';
import { ActionButton } from '../../../ui/ActionButton';
import { ORDERS, TABLES } from '../calls';
import { owingAt } from '../status';
import { payment as words } from '../strings';
import { useTableStatus } from './useTableStatus';

interface LeavingTable {
  table: Table;
  /** The orders without that of the guests. */
  orders: readonly Order[];
}

/** The table that `order` leaves without debts; null while something is owed there, and while it is free. */
export function useLeaving(order: Order | null): LeavingTable | null {
  const tables = useGet(TABLES).data ?? [];
  const orders = (useGet(ORDERS).data ?? []).filter(({ id }) => id !== order?.id);
  const table = tables.find(({ id, status }) => id === order?.tableId && status === 'occupied');
  return order && table && !owes(order) && !owingAt(table, orders) ? { table, orders } : null;
}

export function Leaving({ table, orders, onDone }: LeavingTable & { onDone: () => void }) {
  const status = useTableStatus(table, orders, onDone);
  return (
    <>
      <ActionButton
        type="button"
        className="large wide"
        pending={status.pending}
        waiting={status.waiting}
        onClick={status.press}
      >
        {words.freeTable}
      </ActionButton>
      <button type="button" className="quiet wide" onClick={onDone}>
        {words.stay}
      </button>
    </>
  );
}
