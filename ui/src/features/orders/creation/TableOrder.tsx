/** A new order at a table: products at once; name, phone, type and notes are folded. */
import { type CSSProperties, useId, useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import type { SendResult } from '../../../api/http/useOnce';
import type { Order, OrderBody, Product, Table } from '../../../api/types';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { usePickedLines } from '../../../parts/picker/usePickedLines';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Fold } from '../../../ui/Fold';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { labelOf, typeLabel } from '../naming';
import { newOrder as words } from '../strings';
import { useTableStatus } from '../tables/useTableStatus';
import { EMPTY_DRAFT, isTyped, nameOf, tableOf } from './draft';
import { mistakesOf, OrderFields, type TypedField } from './OrderFields';
import { PickedFold } from './PickedFold';
import { useCreateOrder } from './useCreateOrder';
import type { DraftHandle } from './useDraft';
import './table-order.css';
import '../../../styles/shared/bill-sheet.css';
import '../orders.css';

const APART = { '--gap': 'var(--space-2)' } as CSSProperties;

interface TableOrderProps {
  handle: DraftHandle;
  username: string;
  rate: number | undefined;
  products: readonly Product[];
  tables: readonly Table[];
  /** The table that was tapped. */
  table: Table;
  orders: readonly Order[];
  onPick: () => void;
  onClose: () => void;
  onCreated: () => void;
}

export default function TableOrder(props: TableOrderProps) {
  const { handle, username, rate, products, tables, table: tapped, orders, onClose, onCreated } = props;
  const { draft, change, clear } = handle;
  const hintId = useId();
  const [details, setDetails] = useState(false);
  const empty = draft.lines.length === 0;
  const table = tableOf(draft, tables);
  const order = useCreateOrder({ ...handle, username, rate, onCreated, name: nameOf(draft, table) });
  const picked = usePickedLines(draft.lines, (lines) => change({ lines }));
  const status = useTableStatus(tapped, orders);

  const { errors, onSubmit } = useForm<TypedField, SendResult<OrderBody, Order>>({
    pending: order.pending,
    check() {
      const mistakes = mistakesOf(draft, table);
      if (mistakes) setDetails(true);
      return mistakes ?? (empty ? null : {});
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
    <Sheet
      tall
      title={labelOf(tapped)}
      note={words.at(tapped.capacity)}
      tools={
        tapped.status === 'available' && (
          <ActionButton
            type="button"
            className="secondary small"
            pending={status.pending}
            waiting={status.waiting}
            onClick={status.press}
          >
            {status.label}
          </ActionButton>
        )
      }
      onClose={onClose}
    >
      <form className="sheet-page" noValidate onSubmit={onSubmit}>
        <KeptInput
          kept={isTyped(draft)}
          restored={false}
          discard={() => change({ ...EMPTY_DRAFT, tableId: draft.tableId })}
          disabled={order.pending}
        />
        <div className="scrolls">
          {order.inDoubt && <Alert kind="warning">{words.unanswered}</Alert>}
          <ProductPicker order dense {...picked} locked={order.pending} />
        </div>
        <footer>
          <Fold
            open={details}
            onToggle={setDetails}
            summary={
              <>
                <span className="grow">{words.details}</span>
                <small>
                  {nameOf(draft, table) || words.noTable} · {typeLabel(draft.orderType)}
                </small>
              </>
            }
          >
            <div className="stack" style={APART}>
              <OrderFields draft={draft} change={change} tables={tables} errors={errors} />
              <div className="quad">
                <button type="button" className="secondary" disabled={order.pending} onClick={cancel}>
                  {words.cancel}
                </button>
                <button type="button" className="secondary" onClick={props.onPick}>
                  {words.select}
                </button>
              </div>
            </div>
          </Fold>
          {empty ? (
            <small id={hintId}>{words.itemsHint}</small>
          ) : (
            <PickedFold
              lines={draft.lines}
              products={products}
              onLines={(lines) => change({ lines })}
              locked={order.pending}
            />
          )}
          <ActionButton
            className="large wide"
            pending={order.pending}
            waiting={order.waiting}
            pendingLabel={words.creating}
            disabled={empty}
            aria-describedby={empty ? hintId : undefined}
          >
            {words.create}
          </ActionButton>
        </footer>
      </form>
      {status.question}
    </Sheet>
  );
}
