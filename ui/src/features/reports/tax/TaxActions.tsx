/** Prints the tax report at the bar or on this device, and downloads it. */
import { Download, MonitorDown, Printer as PrinterIcon } from 'lucide-react';
import { useState } from 'react';
import { at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { getResponse, post } from '../../../api/http/client';
import { reasonOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import { download } from '../../../lib/download';
import type { DateRange } from '../../../parts/range/range';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { words } from './strings';

/** A month of lines takes a small computer a few seconds; longer means that it does not answer. */
const TIMEOUT_MS = 30_000;

type Detail = 'summary' | 'lines';

const fileOf = (detail: Detail) => ({ format: 'csv', detail });

export function TaxActions({ range }: { range: DateRange }) {
  const hasPrinter = (useGet('/api/printers').data?.length ?? 0) > 0;
  const [loading, setLoading] = useState<Detail | null>(null);
  const write = useWrite((days: DateRange, options) => post('/api/reports/tax/print', days, options), {
    refreshes: ['/api/print-jobs', '/api/printers'],
  });

  async function printAtBox() {
    try {
      if (await write.run(range)) toast(words.printed);
    } catch (error) {
      toastError(words.printFailed, reasonOf(error));
    }
  }
  async function save(detail: Detail) {
    setLoading(detail);
    try {
      const url = at('/api/reports/tax', { ...range, ...fileOf(detail) });
      const response = await getResponse(url, AbortSignal.timeout(TIMEOUT_MS));
      download(await response.blob(), `tax-${range.from}-${range.to}.csv`);
    } catch (error) {
      toastError(words.fileFailed, reasonOf(error));
    } finally {
      setLoading(null);
    }
  }

  return (
    <div className="row report-actions">
      <ActionButton
        type="button"
        className="secondary small"
        pending={write.pending}
        waiting={write.waiting}
        onClick={hasPrinter ? () => void printAtBox() : () => window.print()}
      >
        {!write.pending && <PrinterIcon />}
        {words.print}
      </ActionButton>
      {hasPrinter && (
        <button type="button" className="secondary small" onClick={() => window.print()}>
          <MonitorDown />
          {words.onThisDevice}
        </button>
      )}
      {(['summary', 'lines'] as const).map((detail) => (
        <ActionButton
          key={detail}
          type="button"
          className="secondary small"
          pending={loading === detail}
          waiting={false}
          onClick={() => void save(detail)}
        >
          {loading !== detail && <Download />}
          {detail === 'lines' ? words.csvLines : words.csv}
        </ActionButton>
      ))}
    </div>
  );
}
