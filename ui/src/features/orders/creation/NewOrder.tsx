/** New Drink Order form, for an order that no table names: customer, table, items, and the total in both currencies. */
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useForm } from '../../../api/forms/useForm';
import type { SendResult } from '../../../api/http/useOnce';
import type { Order, OrderBody, Product, Table } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { labelOf } from '../naming';
import { newOrder as words } from '../strings';
import { EMPTY_DRAFT, isTyped, nameOf, tableOf } from './draft';
import { mistakesOf, OrderFields, type TypedField } from './OrderFields';
import { SelectedItems, SelectedTotal } from './SelectedItems';
import { useCreateOrder } from './useCreateOrder';
import type { DraftHandle } from './useDraft';

const APART = { paddingTop: 'var(--space-2)' };

interface NewOrderProps {
  handle: DraftHandle;
  username: string;
  rate: number | undefined;
  products: readonly Product[];
  tables: readonly Table[];
  onPick: () => void;
  onClose: () => void;
  onCreated: () => void;
}

export default function NewOrder(props: NewOrderProps) {
  const { handle, username, rate, products, tables, onPick, onClose, onCreated } = props;
  const { draft, change, clear } = handle;
  const hintId = useId();
  const empty = draft.lines.length === 0;
  const table = tableOf(draft, tables);
  const order = useCreateOrder({ ...handle, username, rate, onCreated, name: nameOf(draft, table) });

  const { errors, onSubmit } = useForm<TypedField, SendResult<OrderBody, Order>>({
    pending: order.pending,
    check: () => mistakesOf(draft, table) ?? (empty ? null : {}),
    send: order.create,
    onDone: order.onDone,
    onFail: order.onFail,
  });

  function cancel() {
    clear();
    onClose();
  }

  return (
    <Sheet title={words.title} note={table && labelOf(table)} onClose={onClose}>
      <LongForm
        onSubmit={onSubmit}
        footer={
          <>
            <div className="stack" style={APART}>
              {empty ? <small id={hintId}>{words.itemsHint}</small> : <SelectedTotal lines={draft.lines} />}
            </div>
            <button type="button" className="secondary" disabled={order.pending} onClick={cancel}>
              {words.cancel}
            </button>
            <ActionButton
              pending={order.pending}
              waiting={order.waiting}
              pendingLabel={words.creating}
              disabled={empty}
              aria-describedby={empty ? hintId : undefined}
            >
              {words.create}
            </ActionButton>
          </>
        }
      >
        <KeptInput
          kept={isTyped(draft)}
          restored={false}
          discard={() => change({ ...EMPTY_DRAFT, tableId: draft.tableId })}
          disabled={order.pending}
        />
        {order.inDoubt && <Alert kind="warning">{words.unanswered}</Alert>}
        <OrderFields draft={draft} change={change} tables={tables} errors={errors} />
        <button
          type="button"
          className={empty ? 'soft' : 'secondary'}
          disabled={order.pending}
          onClick={onPick}
        >
          <Plus />
          {words.select}
        </button>
        <SelectedItems
          lines={draft.lines}
          products={products}
          onLines={(lines) => change({ lines })}
          locked={order.pending}
        />
      </LongForm>
    </Sheet>
  );
}
