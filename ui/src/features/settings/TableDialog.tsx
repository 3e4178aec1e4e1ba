/** Add or Edit Table dialog: number and seats. */
import { useDraftForm } from '../../api/forms/useDraftForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import type { Table } from '../../api/types';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { toast } from '../../ui/feedback/toast';
import { NumberField } from '../../ui/form/NumberField';
import { words as settingsWords } from './strings';
import { tables as words } from './tableStrings';
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

  const dialog = useDraftForm<'tableNumber' | 'capacity', Table>({
    draft,
    write,
    send: () => write.run({ id: table?.id ?? null, ...draft.values }),
    onDone: (saved) => toast(words.saved, words.table(saved.tableNumber)),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;

  return (
    <FormDialog
      form={dialog}
      title={table ? words.editTitle : words.add}
      pendingLabel={settingsWords.saving}
      cancel={words.cancel}
      submit={table ? words.save : words.add}
      small
      keepsFocus
    >
      <div className="amounts">
        <NumberField
          label={words.number}
          name="tableNumber"
          inputMode="numeric"
          value={draft.values.tableNumber}
          error={errors.tableNumber}
          onValue={(tableNumber) => draft.type({ tableNumber })}
        />
        <NumberField
          label={words.capacity}
          name="capacity"
          inputMode="numeric"
          value={draft.values.capacity}
          error={errors.capacity}
          onValue={(capacity) => draft.type({ capacity })}
        />
      </div>
    </FormDialog>
  );
}
