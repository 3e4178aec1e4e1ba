/** Prints a slip that explains how to connect a staff phone. */
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { AFTER_JOB, type PrinterSetting, printSlip } from '../settings';
import { network as words } from './strings';

export function ConnectSlip({ printers }: { printers: readonly PrinterSetting[] }) {
  const usable = printers.filter(({ enabled }) => enabled);
  const [chosen, setChosen] = useState<string | null>(null);
  const write = useWrite(printSlip, { refreshes: AFTER_JOB });
  const printer = usable.find(({ id }) => String(id) === chosen) ?? usable[0];
  if (!printer) return null;

  async function print(id: number) {
    try {
      if (await write.run(id)) toast(words.slipDone);
    } catch (error) {
      toastError(words.slipFailed, reasonOf(error));
    }
  }

  return (
    <>
      {usable.length > 1 && (
        <SelectField
          label={words.slipPrinter}
          value={String(printer.id)}
          options={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          onValue={setChosen}
        />
      )}
      <ActionButton
        type="button"
        className="secondary"
        pending={write.pending}
        waiting={write.waiting}
        onClick={() => void print(printer.id)}
      >
        <Printer />
        {words.slip}
      </ActionButton>
    </>
  );
}
