/** What can be done with a report: print it at the bar, print it on this device, or save it as CSV. */
import { Download, MonitorDown, Printer as PrinterIcon } from 'lucide-react';
import type { Call } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { getResponse, type WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import { download } from '../../lib/download';
import { ActionButton } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { report as words } from './strings';

/** A year of hours takes a small computer a second; longer means that it does not answer. */
const TIMEOUT_MS = 30_000;

interface ReportActionsProps {
  /** Queues the report on the bar's printer. */
  print: (body: null, options: WriteOptions) => Promise<unknown>;
  /** The report as CSV, and the name of the file. */
  csv: Call<'get'>;
  fileName: string;
}

export function ReportActions({ print, csv, fileName }: ReportActionsProps) {
  const hasPrinter = (useGet('/api/printers').data?.length ?? 0) > 0;
  const write = useWrite(print, { refreshes: ['/api/print-jobs', '/api/printers'] });

  async function printAtBox() {
    try {
      if (await write.run(null)) toast(words.printed);
    } catch (error) {
      toastError(words.printFailed, reasonOf(error));
    }
  }
  async function save() {
    try {
      const response = await getResponse(csv, AbortSignal.timeout(TIMEOUT_MS));
      download(await response.blob(), fileName);
    } catch (error) {
      toastError(words.csvFailed, reasonOf(error));
    }
  }

  return (
    <div className="row report-actions">
      {hasPrinter && (
        <ActionButton
          type="button"
          className="secondary small"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void printAtBox()}
        >
          {!write.pending && <PrinterIcon />}
          {words.print}
        </ActionButton>
      )}
      <button type="button" className="secondary small" onClick={() => window.print()}>
        <MonitorDown />
        {words.onThisDevice}
      </button>
      <button type="button" className="secondary small" onClick={() => void save()}>
        <Download />
        {words.csv}
      </button>
    </div>
  );
}
