/** Export CSV: downloads all products as a file. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getResponse } from '../../../api/http/client';
import { download } from '../../../lib/download';
import { ActionButton } from '../../../ui/ActionButton';
import { toastError } from '../../../ui/feedback/toast';
import { EXPORT } from '../calls';
import { csv as words } from '../strings';
import { fileName } from './file';

/** Thousands of products take a small computer a few seconds; longer means that it does not answer. */
const EXPORT_TIMEOUT_MS = 20_000;

export function ExportButton() {
  const [pending, setPending] = useState(false);

  async function run() {
    setPending(true);
    try {
      const response = await getResponse(EXPORT, AbortSignal.timeout(EXPORT_TIMEOUT_MS));
      download(await response.blob(), fileName(response));
    } catch {
      toastError(words.exportFailed, words.exportFailedDetail);
    } finally {
      setPending(false);
    }
  }

  return (
    <ActionButton type="button" className="secondary" pending={pending} onClick={() => void run()}>
      {!pending && <Download />}
      <span>
        {words.export}
        <span className="sr-only">{words.rest}</span>
      </span>
    </ActionButton>
  );
}
