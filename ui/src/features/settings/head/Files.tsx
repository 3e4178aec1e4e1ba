/** For a box without internet: a file for head office, and the one that head office made for the box. */
import { FileDown, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { getResponse } from '../../../api/http/client';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { upload } from '../../../api/http/upload';
import { download } from '../../../lib/download';
import { HEAD_LINK } from '../../../parts/head-office/link';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { FILE, fileName } from './calls';
import { head as words } from './strings';

export function Files() {
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<'save' | 'load' | null>(null);

  async function run(what: 'save' | 'load', work: () => Promise<void>, failed: string) {
    if (running) return;
    setRunning(what);
    try {
      await work();
    } catch (error) {
      toastError(failed, reasonOf(error, words.tryAgain));
    } finally {
      setRunning(null);
    }
  }

  async function save() {
    const response = await getResponse(FILE);
    download(await response.blob(), fileName(response));
  }

  async function load(file: File) {
    const { received } = await upload(FILE, file);
    toast(words.loaded, received > 0 ? words.received(received) : undefined);
    void refresh(HEAD_LINK);
  }

  return (
    <div className="stack tight">
      <div className="pair">
        <ActionButton
          type="button"
          className="secondary"
          pending={running === 'save'}
          pendingLabel={words.saving}
          onClick={() => void run('save', save, words.saveFailed)}
        >
          <FileDown />
          {words.saveFile}
        </ActionButton>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={words.loadFile}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void run('load', () => load(file), words.loadFailed);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <ActionButton
          type="button"
          className="secondary"
          pending={running === 'load'}
          pendingLabel={words.loading}
          onClick={() => input.current?.click()}
        >
          <FileUp />
          {words.loadFile}
        </ActionButton>
      </div>
      <small>{words.files}</small>
    </div>
  );
}
