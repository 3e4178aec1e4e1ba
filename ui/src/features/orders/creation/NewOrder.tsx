/** New Drink Order form: customer, table, items, and the total in both currencies. */
import { Plus } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { useBox } from '../../../api/box';
import { useForm } from '../../../api/forms/useForm';
import type { SendResult } from '../../../api/http/useOnce';
import type { Order, OrderBody, Product, Table } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { KeptInput } from '../../../ui/form/KeptInput';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { ORDER_TYPES, tables as tableWords, newOrder as words } from '../strings';
import { EMPTY_DRAFT, isGuests, isTyped } from './draft';
import { SelectedItems, SelectedTotal } from './SelectedItems';
import { useCreateOrder } from './useCreateOrder';
import type { DraftHandle } from './useDraft';

const SIDE_BY_SIDE = { '--min': '9rem' } as CSSProperties;
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
  const asksGuests = useBox()?.serviceCharge?.mode === 'auto';
  const order = useCreateOrder({ ...handle, username, rate, onCreated });
  const empty = draft.lines.length === 0;
  const table = draft.orderType === 'dine_in' ? tables.find(({ id }) => id === draft.tableId) : undefined;

  const { errors, onSubmit } = useForm<'customerName' | 'guests', SendResult<OrderBody, Order>>({
    pending: order.pending,
    check() {
      if (draft.customerName.trim() === '') return { customerName: words.nameRequired };
      if (!isGuests(draft.guests)) return { guests: words.guestsWrong };
      return empty ? null : {};
    },
    send: order.create,
    onDone: order.onDone,
    onFail: order.onFail,
  });

  function cancel() {
    clear();
    onClose();
  }

  return (
    <Sheet title={words.title} note={table && tableWords.table(table.tableNumber)} onClose={onClose}>
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
        <TextField
          label={words.name}
          value={draft.customerName}
          autoComplete="off"
          error={draft.customerName.trim() === '' ? errors.customerName : null}
          onValue={(customerName) => change({ customerName })}
        />
        {table && draft.customerName.trim() === '' && (
          <button
            type="button"
            className="soft small unnamed"
            onClick={() => change({ customerName: tableWords.table(table.tableNumber) })}
          >
            {words.noName}
          </button>
        )}
        <TextField
          label={words.phone}
          type="tel"
          value={draft.customerPhone}
          autoComplete="off"
          onValue={(customerPhone) => change({ customerPhone })}
        />
        <div className="tiles" style={SIDE_BY_SIDE}>
          <SelectField
            label={words.type}
            value={draft.orderType}
            options={ORDER_TYPES}
            onValue={(orderType) => change({ orderType })}
          />
          {draft.orderType === 'dine_in' && (
            <SelectField
              label={words.table}
              value={table ? String(table.id) : ''}
              options={tableOptions(tables)}
              onValue={(id) => change({ tableId: id === '' ? null : Number(id) })}
            />
          )}
        </div>
        {asksGuests && (
          <NumberField
            label={words.guests}
            inputMode="numeric"
            step={1}
            value={draft.guests}
            error={isGuests(draft.guests) ? null : errors.guests}
            onValue={(guests) => change({ guests })}
          />
        )}
        <TextAreaField
          label={words.notes}
          rows={2}
          value={draft.notes}
          onValue={(notes) => change({ notes })}
        />
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

function tableOptions(tables: readonly Table[]) {
  return [
    { value: '', label: words.noTable },
    ...tables.map(({ id, tableNumber }) => ({ value: String(id), label: tableWords.table(tableNumber) })),
  ];
}
