/** Settings of printing: automatic receipts, and the printers. */
import { Plus, Printer as PrinterIcon, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery, useGet } from '../../../api/http/query';
import { WaitingNote } from '../../../ui/ActionButton';
import { Confirm } from '../../../ui/dialog/Confirm';
import { Empty } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Switch } from '../../../ui/form/Switch';
import { Part } from '../Part';
import {
  AFTER_SETTINGS,
  PRINTERS,
  type PrinterSetting,
  SETTINGS,
  type Settings,
  saveSettings,
} from '../settings';
import { printing as words } from '../strings';
import { PrinterDialog } from './PrinterDialog';
import { PrinterRow } from './PrinterRow';
import { NEW_PRINTER, withPrinter } from './printers';

/** Needs the box anyway, so its code is fetched when it opens. */
const FindPrinters = lazy(() => import('./FindPrinters'));

type Open = { what: 'edit' | 'remove'; printer: PrinterSetting } | { what: 'find' };

export default function Printing({ settings }: { settings: Settings }) {
  const states = useGet(PRINTERS);
  const [open, setOpen] = useState<Open | null>(null);
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const { printers } = settings;
  const close = () => setOpen(null);

  async function save(part: Parameters<typeof saveSettings>[0], done: string) {
    try {
      const saved = await write.run(part);
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      toast(done);
      close();
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }

  const pause = (printer: PrinterSetting) =>
    save(
      { printers: withPrinter(printers, { ...printer, enabled: !printer.enabled }) },
      printer.enabled ? words.paused : words.resumed,
    );
  const remove = ({ id }: PrinterSetting) =>
    save({ printers: printers.filter((other) => other.id !== id) }, words.removed);

  return (
    <Part id="printing">
      <Switch
        name="autoPrint"
        label={words.autoPrint}
        checked={settings.autoPrint}
        disabled={write.pending}
        onChecked={(autoPrint) => save({ autoPrint }, autoPrint ? words.autoOn : words.autoOff)}
      />
      <WaitingNote waiting={write.waiting && open === null} />
      {printers.length === 0 && <Empty icon={PrinterIcon} text={words.none} />}
      <ul className="list">
        {printers.map((printer) => (
          <PrinterRow
            key={printer.id}
            printer={printer}
            state={states.data?.find(({ id }) => id === printer.id)}
            busy={write.pending}
            onPause={() => void pause(printer)}
            onEdit={() => setOpen({ what: 'edit', printer })}
            onRemove={() => setOpen({ what: 'remove', printer })}
          />
        ))}
      </ul>
      {states.isError && <small role="alert">{words.statesFailed}</small>}
      <div className="pair">
        <button type="button" className="secondary" onClick={() => setOpen({ what: 'find' })}>
          <Search />
          {words.find}
        </button>
        <button
          type="button"
          className="soft"
          onClick={() => setOpen({ what: 'edit', printer: NEW_PRINTER })}
        >
          <Plus />
          {words.add}
        </button>
      </div>
      {open?.what === 'find' && (
        <Suspense fallback={null}>
          <FindPrinters
            onAdd={({ name, url }) =>
              setOpen({ what: 'edit', printer: { ...NEW_PRINTER, name: name ?? '', url } })
            }
            onByHand={() => setOpen({ what: 'edit', printer: NEW_PRINTER })}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.what === 'edit' && (
        <PrinterDialog key={open.printer.id} printers={printers} printer={open.printer} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <Confirm
          question={words.removeQuestion(open.printer.name)}
          detail={words.removeDetail}
          action={words.removeAction}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={() => void remove(open.printer)}
          onCancel={close}
        />
      )}
    </Part>
  );
}
