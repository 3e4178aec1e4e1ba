/** A printer, new or known: its name, where it is, and what paper it has. */
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/error';
import { queryClient } from '../../api/query';
import { useWrite } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { SelectField } from '../../ui/SelectField';
import { toast } from '../../ui/toast';
import { COLUMNS, checkPrinter, MODELS, type PrinterErrors, withModel, withPrinter } from './printers';
import { AFTER_SETTINGS, type PrinterSetting, SETTINGS, saveSettings } from './settings';
import { printing, words as settingsWords, printerForm as words } from './strings';

interface PrinterDialogProps {
  printers: readonly PrinterSetting[];
  printer: PrinterSetting;
  onClose: () => void;
}

const COLUMN_OPTIONS = COLUMNS.map((count) => ({ value: String(count), label: String(count) }));

export function PrinterDialog({ printers, printer, onClose }: PrinterDialogProps) {
  const [form, setForm] = useState(printer);
  const [errors, setErrors] = useState<PrinterErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const isNew = printer.id === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (write.pending) return;
    const found = checkPrinter(form);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    try {
      const saved = await write.run({ printers: withPrinter(printers, form) });
      if (!saved) return;
      queryClient.setQueryData([SETTINGS], saved);
      toast(printing.saved, form.name.trim());
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    }
  }

  return (
    <Dialog title={isNew ? words.addTitle : words.editTitle} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <TextField
          label={words.name}
          name="name"
          autoComplete="off"
          value={form.name}
          error={errors.name}
          onValue={(name) => setForm({ ...form, name })}
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
          onValue={(url) => setForm({ ...form, url })}
        />
        <SelectField
          label={words.profile}
          name="profile"
          value={form.profile}
          options={MODELS}
          onValue={(profile) => setForm(withModel(form, profile))}
        />
        <SelectField
          label={words.columns}
          name="columns"
          value={String(form.columns)}
          options={COLUMN_OPTIONS}
          onValue={(columns) => setForm({ ...form, columns: Number(columns) })}
        />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={settingsWords.saving}>
            {isNew ? words.add : words.save}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}

/** The box says what is wrong with a printer under the name of the whole list. */
function problemOf(error: unknown): string {
  const fields = (error as { fields?: Record<string, string> }).fields;
  return fields?.printers ?? messageOf(error, printing.failed);
}
