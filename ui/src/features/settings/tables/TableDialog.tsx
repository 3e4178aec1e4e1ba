/** Add or Edit Table dialog: number, seats, name and area. */
import { useId } from 'react';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import type { Table } from '../../../api/types';
import { tableLabel } from '../../../lib/tableLabel';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { words as settingsWords } from '../strings';
import { AFTER_TABLE, nextNumber, SEATS_DEFAULT, saveTable } from './calls';
import { tables as words } from './strings';

/** The longest name of a table and of an area, as on the server. */
const NAME_MAX = 20;
const AREA_MAX = 40;

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
    name: table?.name ?? '',
    area: table?.area ?? '',
  });
  const write = useWrite(saveTable, { refreshes: AFTER_TABLE });

  const dialog = useDraftForm<keyof typeof draft.values, Table>({
    draft,
    write,
    send: () => write.run({ id: table?.id ?? null, ...draft.values }),
    onDone: (saved) => toast(words.saved, tableLabel(saved.tableNumber, saved.name)),
    failed: words.failed,
    onClose,
  });
  const { errors } = dialog;
  const areasId = useId();
  const areas = new Set(tables.flatMap(({ area }) => area ?? []));

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
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={NAME_MAX}
        value={draft.values.name}
        error={errors.name}
        onValue={(name) => draft.type({ name })}
      />
      <TextField
        label={words.area}
        name="area"
        autoComplete="off"
        maxLength={AREA_MAX}
        list={areasId}
        value={draft.values.area}
        error={errors.area}
        onValue={(area) => draft.type({ area })}
      />
      <datalist id={areasId}>
        {[...areas].map((area) => (
          <option key={area} value={area} />
        ))}
      </datalist>
    </FormDialog>
  );
}
