/** Import CSV: previews the file or lists its errors, then imports it on request. */
import { type ReactNode, useEffect, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError } from '../../../api/http/error';
import { queryClient } from '../../../api/http/query';
import type { ImportError, Imported } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { dismissToast, toastError } from '../../../ui/feedback/toast';
import { importProducts, tryImport } from '../calls';
import { csv as words } from '../strings';
import { readCsv, UnusableFile } from './file';
import { setFlashMessage } from './flashMessage';
import { MistakeList, PreviewFigures } from './ImportPreview';
import { mistakesOf } from './mistakes';

interface ImportDialogProps {
  file: File;
  onClose: () => void;
  /** Called after a successful import; tests replace it. */
  reload?: () => void;
}

type State =
  | { at: 'reading' }
  | { at: 'ready'; csvData: string; preview: Imported }
  | { at: 'refused'; message: string; mistakes: ImportError[] };

export default function ImportDialog({ file, onClose, reload = () => location.reload() }: ImportDialogProps) {
  const [state, setState] = useState<State>({ at: 'reading' });
  const storing = useWrite(importProducts);

  function refuse(error: unknown) {
    toastError(words.importFailed, words.importFailedDetail);
    const message =
      error instanceof UnusableFile ? error.message : error instanceof ApiError && error.refusal.message;
    setState({ at: 'refused', message: message || words.importFailedDetail, mistakes: mistakesOf(error) });
  }

  useEffect(() => {
    let wanted = true;
    // The failure of the file before says nothing about this one.
    dismissToast();
    (async () => {
      try {
        const csvData = await readCsv(file);
        const preview = await tryImport(csvData);
        if (wanted) setState({ at: 'ready', csvData, preview });
      } catch (error) {
        if (wanted) refuse(error);
      }
    })();
    return () => {
      wanted = false;
    };
  }, [file]);

  async function store() {
    if (state.at !== 'ready') return;
    try {
      const done = await storing.run(state.csvData);
      if (!done) return;
      setFlashMessage({ created: done.created, updated: done.updated });
      queryClient.clear();
      reload();
    } catch (error) {
      // Without an answer the outcome is unknown: pressing again imports only once.
      if (error instanceof ApiError && error.status < 500) refuse(error);
      else toastError(words.importFailed, words.importFailedDetail);
    }
  }

  return (
    <Sheet title={words.title} note={file.name} onClose={onClose}>
      {(state.at === 'reading' || storing.pending) && (
        <Progress label={storing.pending ? words.submitting : words.reading} />
      )}
      {state.at === 'ready' && <PreviewFigures answer={state.preview} />}
      {state.at === 'refused' && (
        <>
          <Alert>{state.message}</Alert>
          <MistakeList mistakes={state.mistakes} />
        </>
      )}
      <Buttons onClose={onClose}>
        {state.at !== 'refused' && (
          <ActionButton
            type="button"
            className="large"
            disabled={state.at === 'reading'}
            pending={storing.pending}
            waiting={storing.waiting}
            pendingLabel={words.submitting}
            onClick={() => void store()}
          >
            {words.submit}
          </ActionButton>
        )}
      </Buttons>
    </Sheet>
  );
}

/** Thousands of products take a small computer some seconds. */
function Progress({ label }: { label: string }) {
  return (
    <div className="stack tight" role="status">
      <p>{label}</p>
      <progress aria-label={label} />
    </div>
  );
}

function Buttons({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <footer className={children ? 'pair' : undefined}>
      <button type="button" className="secondary large" onClick={onClose}>
        {words.cancel}
      </button>
      {children}
    </footer>
  );
}
