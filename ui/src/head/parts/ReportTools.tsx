/** 'CSV' and 'Print' beside the title of a report. */
import { Download, Printer } from 'lucide-react';
import { download } from '../../lib/download';
import { toastError } from '../../ui/feedback/toast';
import { FILE_TIMEOUT_MS, respond } from '../api/client';
import { reasonOf } from '../api/useSend';
import { words } from './strings';

interface CsvButtonProps {
  url: string;
  /** Tells the CSV of several parts of a page apart; without it there is one. */
  of?: string;
}

export function CsvButton({ url, of }: CsvButtonProps) {
  return (
    <button
      type="button"
      className={of ? 'quiet icon-only' : 'secondary icon-only'}
      aria-label={of ? words.csvOf(of) : words.csv}
      onClick={() => void saveFile(url, nameOf(url))}
    >
      <Download />
    </button>
  );
}

export function PrintButton() {
  return (
    <button
      type="button"
      className="secondary icon-only"
      aria-label={words.print}
      onClick={() => window.print()}
    >
      <Printer />
    </button>
  );
}

export function ReportTools({ csv }: { csv: string }) {
  return (
    <div className="row report-tools">
      <CsvButton url={csv} />
      <PrintButton />
    </div>
  );
}

/** Downloads a file, under the name that head office gives it. */
async function saveFile(url: string, fallback: string): Promise<void> {
  try {
    const response = await respond(url, { timeoutMs: FILE_TIMEOUT_MS });
    const header = response.headers.get('Content-Disposition') ?? '';
    download(await response.blob(), /filename="([\w.-]+)"/.exec(header)?.[1] ?? fallback);
  } catch (error) {
    toastError(words.csvFailed, reasonOf(error));
  }
}

/** `shifts.csv` of `/api/head/reports/shifts.csv?period=week`. */
const nameOf = (url: string): string => url.split('?')[0]?.split('/').at(-1) ?? 'report.csv';
