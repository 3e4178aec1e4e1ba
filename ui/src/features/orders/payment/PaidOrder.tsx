/** After the payment of an order with change: the change, and whether the guests leave. */
import { useGet } from '../../../api/http/query';
import type { Order, Table } from '../../../api/types';
import { PaidSheet } from '../../../parts/payment/PaidSheet';
import type { PaidReport } from '../../../parts/payment/usePayment';
import { ActionButton } from '../../../ui/ActionButton';
import { ORDERS, TABLES } from '../calls';
import { guestOf, placeOf } from '../naming';
import { unpaidAt } from '../status';
import { payment as words } from '../strings';
import { useTableStatus } from '../tables/useTableStatus';

interface PaidOrderProps {
  report: PaidReport;
  paid: Order;
  onClose: () => void;
}

export function PaidOrder({ report, paid, onClose }: PaidOrderProps) {
  const tables = useGet(TABLES).data ?? [];
  const orders = useGet(ORDERS).data ?? [];
  const table = tables.find(({ id, status }) => id === paid.tableId && status === 'occupied');
  const others = orders.filter(({ id }) => id !== paid.id);
  const leaves = table && paid.paymentStatus === 'paid' && !unpaidAt(table, others);
  return (
    <PaidSheet
      title={placeOf(paid)}
      note={[guestOf(paid), words.servedBy(paid.servedBy)].filter(Boolean).join(' · ')}
      report={report}
      onClose={onClose}
    >
      {leaves ? <Leaving table={table} orders={others} onDone={onClose} /> : undefined}
    </PaidSheet>
  );
}

function Leaving({ table, orders, onDone }: { table: Table; orders: readonly Order[]; onDone: () => void }) {
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
