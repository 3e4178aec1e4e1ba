/** Renders the open dialog of an order, if any. */
import { lazy, Suspense } from 'react';
import type { Order, Product, Table } from '../../api/types';
import { AttachDialog } from './AttachDialog';
import { CancelOrVoid } from './cancel/CancelOrVoid';
import { CancelSent } from './cancel/CancelSent';
import { EditItems } from './items/EditItems';
import MoreSheet from './more/MoreSheet';
import { PaymentDialog } from './payment/PaymentDialog';
import { wasSent } from './status';
import type { OpenDialog, OrderDialog } from './useOrderDialog';

const BillSheet = lazy(() => import('../../parts/bills/BillSheet'));

interface OrderDialogsProps {
  kind: OrderDialog | undefined;
  order: Order | undefined;
  close: () => void;
  onOpen: OpenDialog;
  products: readonly Product[];
  orders: readonly Order[];
  tables: readonly Table[];
  /** Starts another order at a table. */
  onNewOrder: (table: Table) => void;
}

export default function OrderDialogs(props: OrderDialogsProps) {
  const { kind, order, close, products, orders, tables } = props;
  if (!order || !kind) return null;
  if (kind === 'pay') return <PaymentDialog order={order} onClose={close} />;
  if (kind === 'attach') return <AttachDialog order={order} onClose={close} />;
  if (kind === 'bill')
    return (
      <Suspense fallback={null}>
        <BillSheet order={order} onClose={close} />
      </Suspense>
    );
  if (kind === 'more')
    return (
      <MoreSheet
        order={order}
        orders={orders}
        table={tables.find(({ id }) => id === order.tableId)}
        onOpen={props.onOpen}
        onNewOrder={props.onNewOrder}
        onClose={close}
      />
    );
  if (kind === 'items' || kind === 'add')
    return <EditItems adds={kind === 'add'} order={order} products={products} onClose={close} />;
  if (kind === 'cancel' && order.items.some((item) => wasSent(order, item))) {
    return <CancelSent order={order} onClose={close} />;
  }
  return <CancelOrVoid order={order} how={kind} onClose={close} />;
}
