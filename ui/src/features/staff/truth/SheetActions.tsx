/** What can be done with a sheet: issue it, send its message, copy it, print it, save it. */
import { Copy, Send, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Sheet } from '../../../api/types';
import { copyText } from '../../../lib/share/copyText';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { ReportActions } from '../ReportActions';
import { AFTER_ISSUE, csvUrl, fileNameOf, issueSheet, printSheet } from './sheet';
import { words } from './strings';

interface SheetActionsProps {
  sheet: Sheet;
  day: string;
  onIssued: (number: string) => void;
}

export function SheetActions({ sheet, day, onIssued }: SheetActionsProps) {
  const key = sheet.number ?? day;
  const write = useWrite(issueSheet, { refreshes: AFTER_ISSUE });

  async function issue() {
    try {
      const issued = await write.run(day);
      if (!issued?.number) return;
      toast(words.issueDone(issued.number));
      onIssued(issued.number);
    } catch (error) {
      toastError(words.issueFailed, reasonOf(error));
    }
  }

  return (
    <div className="stack sheet-actions">
      {sheet.shareUrl && <Message sheet={sheet} shareUrl={sheet.shareUrl} />}
      <ActionButton
        type="button"
        className={sheet.provisional ? undefined : 'secondary'}
        pending={write.pending}
        waiting={write.waiting}
        pendingLabel={words.issuing}
        onClick={() => void issue()}
      >
        {words.issue}
      </ActionButton>
      <ReportActions
        print={(_, options) => printSheet(key, options)}
        csv={csvUrl(key)}
        fileName={fileNameOf(key)}
      />
    </div>
  );
}

/** The ways of the message to the owner. A person taps a link: nothing is sent by itself. */
function Message({ sheet, shareUrl }: { sheet: Sheet; shareUrl: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [byHand, setByHand] = useState(false);
  // Phones share only from pages over HTTPS.
  const canShare = window.isSecureContext && typeof navigator.share === 'function';

  async function copy() {
    if (host.current && (await copyText(sheet.text, host.current))) toast(words.copied);
    else setByHand(true);
  }
  async function share() {
    try {
      await navigator.share({ title: sheet.number ?? words.title, text: sheet.text });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <div ref={host} className="stack tight">
      <div className="sheet-send">
        <a className="action" href={shareUrl} target="_blank" rel="noreferrer noopener">
          <Send />
          {words.whatsApp}
        </a>
        {canShare && (
          <button type="button" className="secondary" onClick={() => void share()}>
            <Share2 />
            {words.share}
          </button>
        )}
        <button type="button" className="secondary" onClick={() => void copy()}>
          <Copy />
          {words.copy}
        </button>
      </div>
      {byHand && <SelectedMessage text={sheet.text} />}
    </div>
  );
}

/** The message, selected to copy by hand, where neither the clipboard nor a selection works. */
function SelectedMessage({ text }: { text: string }) {
  return (
    <>
      <p role="status">{words.byHand}</p>
      <textarea
        ref={(area) => area?.select()}
        className="sheet-text"
        readOnly
        rows={8}
        aria-label={words.message}
        value={text}
      />
    </>
  );
}
