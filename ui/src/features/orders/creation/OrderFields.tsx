/** The fields of a new order: name, phone, type, table, guests and notes. */
import type { CSSProperties } from 'react';
import { useBox } from '../../../api/box';
import type { Table } from '../../../api/types';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { labelOf } from '../naming';
import { ORDER_TYPES, newOrder as words } from '../strings';
import { type Draft, isGuests, nameOf, tableOf } from './draft';

const SIDE_BY_SIDE = { '--min': '9rem' } as CSSProperties;

/** The fields that can be wrong. */
export type TypedField = 'customerName' | 'guests';
type Mistakes = Partial<Record<TypedField, string>>;

/** Null when nothing is wrong. At a table the table stands for the name. */
export function mistakesOf(draft: Draft, table: Table | undefined): Mistakes | null {
  if (nameOf(draft, table) === '') return { customerName: words.nameRequired };
  return isGuests(draft.guests) ? null : { guests: words.guestsWrong };
}

interface OrderFieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  tables: readonly Table[];
  errors: { [field in TypedField]?: string | null | undefined };
}

export function OrderFields({ draft, change, tables, errors }: OrderFieldsProps) {
  const asksGuests = useBox()?.serviceCharge?.mode === 'auto';
  const table = tableOf(draft, tables);
  return (
    <>
      <TextField
        label={words.name}
        value={draft.customerName}
        placeholder={table && labelOf(table)}
        autoComplete="off"
        error={nameOf(draft, table) === '' ? errors.customerName : null}
        onValue={(customerName) => change({ customerName })}
      />
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
    </>
  );
}

function tableOptions(tables: readonly Table[]) {
  return [
    { value: '', label: words.noTable },
    ...tables.map((table) => ({ value: String(table.id), label: labelOf(table) })),
  ];
}
