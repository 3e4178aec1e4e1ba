/** A table, new or known: its number and how many it seats. */
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/error';
import type { Table } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { Dialog } from '../../ui/Dialog';
import { NumberField } from '../../ui/NumberField';
import { toast } from '../../ui/toast';
import { words as settingsWords, tables as words } from './strings';
import { AFTER_TABLE, nextNumber, SEATS_DEFAULT, saveTable } from './tables';

interface TableDialogProps {
  /** Null for a new one. */
  table: Table | null;
  tables: readonly Table[];
  onClose: () => void;
}

export function TableDialog({ table, tables, onClose }: TableDialogProps) {
  const [tableNumber, setNumber] = useState(String(table?.tableNumber ?? nextNumber(tables)));
  const [capacity, setCapacity] = useState(table ? String(table.capacity) : SEATS_DEFAULT);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite(saveTable, { refreshes: AFTER_TABLE });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (write.pending) return;
    setErrors({});
    setProblem(null);
    try {
      const saved = await write.run({ id: table?.id ?? null, tableNumber, capacity });
      if (!saved) return;
      toast(words.saved, words.table(saved.tableNumber));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error, words.failed));
    }
  }

  return (
    <Dialog title={table ? words.editTitle : words.add} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
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
