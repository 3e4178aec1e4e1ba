/** The fields of a printer: name, address, what it prints, drawer, model and a sample receipt. */
import { CATEGORIES } from '../../../api/categories';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { Segments } from '../Segments';
import type { PrinterSetting } from '../settings';
import { printerForm as words } from '../strings';
import { PaperSample } from './PaperSample';
import { COLUMNS, DRAWER_PINS, MODELS, type PrinterErrors, withCategory, withModel } from './printers';

interface PrinterFieldsProps {
  form: PrinterSetting;
  errors: PrinterErrors;
  onForm: (form: PrinterSetting) => void;
}

const COLUMN_OPTIONS = COLUMNS.map((count) => ({ value: String(count), label: String(count) }));
const PIN_OPTIONS = DRAWER_PINS.map((pin) => ({ value: String(pin), label: words.pin(pin) }));

export function PrinterFields({ form, errors, onForm }: PrinterFieldsProps) {
  const set = (change: Partial<PrinterSetting>) => onForm({ ...form, ...change });
  return (
    <>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        value={form.name}
        error={errors.name}
        onValue={(name) => set({ name })}
      />
      <TextField
        label={words.address}
        name="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.url}
        error={errors.url}
        hint={words.addressHint}
        onValue={(url) => set({ url })}
      />
      <Switch
        name="receipts"
        label={words.receipts}
        checked={form.receipts}
        onChecked={(receipts) => set({ receipts })}
      />
      <fieldset className="stack tight">
        <legend>{words.tickets}</legend>
        <div className="checks">
          {CATEGORIES.map(({ value, label }) => (
            <label key={value} className="row">
              <input
                type="checkbox"
                name={value}
                checked={form.categories.includes(value)}
                onChange={(event) => onForm(withCategory(form, value, event.currentTarget.checked))}
              />
              {label}
            </label>
          ))}
        </div>
        <small>{words.ticketsHint}</small>
      </fieldset>
      <Switch
        name="opensDrawer"
        label={words.drawer}
        checked={form.opensDrawer}
        onChecked={(opensDrawer) => set({ opensDrawer })}
      />
      {form.opensDrawer && (
        <Segments
          label={words.drawerPin}
          value={String(form.drawerPin)}
          options={PIN_OPTIONS}
          hint={words.pinHint}
          onValue={(pin) => set({ drawerPin: Number(pin) })}
        />
      )}
      <SelectField
        label={words.profile}
        name="profile"
        value={form.profile}
        options={MODELS}
        onValue={(profile) => onForm(withModel(form, profile))}
      />
      <SelectField
        label={words.columns}
        name="columns"
        value={String(form.columns)}
        options={COLUMN_OPTIONS}
        onValue={(columns) => set({ columns: Number(columns) })}
      />
      <PaperSample columns={form.columns} profile={form.profile} />
    </>
  );
}
