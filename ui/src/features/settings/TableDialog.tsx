/** Add or Edit Table dialog: number and seats. */
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { ApiError, messageOf } from '../../api/http/error';
import type { Table } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { KeptInput } from '../../ui/form/KeptInput';
import { NumberField } from '../../ui/form/NumberField';
import { words as settingsWords, tables as words } from './strings';
import { AFTER_TABLE, nextNumber, SEATS_DEFAULT, saveTable } from './tables';

interface TableDialogProps {
  /** Null when adding one. */
  table: Table | null;
  tables: readonly Table[];
  onClose: () => void;
}

export function TableDialog({ table, tables, onClose }: TableDialogProps) {
  const draft = useFormDraft(`table:${table?.id ?? 'new'}`, {
    tableNumber: String(table?.tableNumber ?? nextNumber(tables)),
    capacity: table ? String(table.capacity) : SEATS_DEFAULT,
  });
  const write = useWrite(saveTable, { refreshes: AFTER_TABLE });

  const { errors, problem, onSubmit } = useForm<'tableNumber' | 'capacity', Table>({
    pending: write.pending,
    send: () => write.run({ id: table?.id ?? null, ...draft.values }),
    onDone(saved) {
      toast(words.saved, words.table(saved.tableNumber));
      leave();
    },
    onFail(error) {
      const inFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return inFields ? undefined : messageOf(error, words.failed);
    },
  });

  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <Dialog title={table ? words.editTitle : words.add} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        <div className="amounts">
          <NumberField
            label={words.number}
            name="tableNumber"
            inputMode="numeric"
            step={1}
            value={draft.values.tableNumber}
            error={errors.tableNumber}
            onValue={(tableNumber) => draft.type({ tableNumber })}
          />
          <NumberField
            label={words.capacity}
            name="capacity"
            inputMode="numeric"
            step={1}
            value={draft.values.capacity}
            error={errors.capacity}
            onValue={(capacity) => draft.type({ capacity })}
          />
        </div>
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={leave}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={settingsWords.saving}>
            {table ? words.save : words.add}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}
