/** The orders of the guests at a table, and a new one for it. */
import { Plus } from 'lucide-react';
import type { Order, Table } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty } from '../../../ui/feedback/States';
import { OrderCard } from '../OrderCard';
import { ordersAt } from '../status';
import { words as screenWords, tables as words } from '../strings';
import type { OpenDialog } from '../useOrderDialog';

interface TableSheetProps {
  table: Table;
  orders: readonly Order[];
  onOpen: OpenDialog;
  onNewOrder: () => void;
  onClose: () => void;
}

export default function TableSheet({ table, orders, onOpen, onNewOrder, onClose }: TableSheetProps) {
  const here = ordersAt(table, orders);
  return (
    <Sheet title={words.table(table.tableNumber)} onClose={onClose}>
      {here.length === 0 && <Empty text={words.nothingOpen} />}
      {here.map((order) => (
        <OrderCard key={order.id} order={order} onOpen={onOpen} />
      ))}
      <footer>
        <button type="button" className="secondary wide" onClick={onNewOrder}>
          <Plus />
          {screenWords.newOrder}
        </button>
      </footer>
    </Sheet>
  );
}
