/** Add or Edit Table dialog: number and seats. */
import { useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { useWrite } from '../../api/forms/useWrite';
import { ApiError, messageOf } from '../../api/http/error';
import type { Table } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
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
  const [tableNumber, setNumber] = useState(String(table?.tableNumber ?? nextNumber(tables)));
  const [capacity, setCapacity] = useState(table ? String(table.capacity) : SEATS_DEFAULT);
  const write = useWrite(saveTable, { refreshes: AFTER_TABLE });

  const { errors, problem, onSubmit } = useForm<'tableNumber' | 'capacity', Table>({
    pending: write.pending,
    send: () => write.run({ id: table?.id ?? null, tableNumber, capacity }),
    onDone(saved) {
      toast(words.saved, words.table(saved.tableNumber));
      onClose();
    },
    onFail(error) {
      const inFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return inFields ? undefined : messageOf(error, words.failed);
    },
  });

  return (
    <Dialog title={table ? words.editTitle : words.add} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <div className="amounts">
          <NumberField
            label={words.number}
            name="tableNumber"
            inputMode="numeric"
            step={1}
            value={tableNumber}
            error={errors.tableNumber}
            onValue={setNumber}
          />
          <NumberField
            label={words.capacity}
            name="capacity"
            inputMode="numeric"
            step={1}
            value={capacity}
            error={errors.capacity}
            onValue={setCapacity}
          />
        </div>
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
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
