/** Export CSV: downloads all products as a file. A row of the tools. */
import { ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { getResponse } from '../../../api/http/client';
import { download } from '../../../lib/download';
import { toastError } from '../../../ui/feedback/toast';
import { EXPORT } from '../calls';
import { csv as words } from '../strings';
import { fileName } from './file';

/** Thousands of products take a small computer a few seconds; longer means that it does not answer. */
const EXPORT_TIMEOUT_MS = 20_000;

export function ExportRow({ onDone }: { onDone: () => void }) {
  const [pending, setPending] = useState(false);

  async function run() {
    setPending(true);
    try {
      const response = await getResponse(EXPORT, AbortSignal.timeout(EXPORT_TIMEOUT_MS));
      download(await response.blob(), fileName(response));
      onDone();
    } catch {
      toastError(words.exportFailed, words.exportFailedDetail);
    } finally {
      setPending(false);
    }
  }

  return (
    <li>
      <Download />
      <span className="grow">
        <button
          type="button"
          className="name"
          aria-busy={pending || undefined}
          disabled={pending}
          onClick={() => void run()}
        >
          {words.export}
        </button>
        {pending && <small role="status">{words.exporting}</small>}
      </span>
      <ChevronRight />
    </li>
  );
}
