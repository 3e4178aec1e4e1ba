/** Prints the report of the period on the bar's printer. */
import { Printer as PrinterIcon } from 'lucide-react';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import type { DateRange } from '../../parts/range/range';
import { ActionButton } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { print as words } from './strings';

export function PrintReport({ range }: { range: DateRange }) {
  const printers = useGet('/api/printers').data ?? [];
  const write = useWrite(
    ({ from, to }: DateRange, options) =>
      post('/api/reports/print', { startDate: from, endDate: to }, options),
    { refreshes: ['/api/print-jobs', '/api/printers'] },
  );
  if (printers.length === 0) return null;

  async function print() {
    try {
      if (await write.run(range)) toast(words.done);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }

  return (
    <ActionButton
      type="button"
      className="secondary small"
      pending={write.pending}
      waiting={write.waiting}
      onClick={() => void print()}
    >
      {!write.pending && <PrinterIcon />}
      {words.print}
    </ActionButton>
  );
}
