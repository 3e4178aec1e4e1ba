/** /r/<token>: a guest's receipt, opened without sign-in by a link or the printed QR code. */

import { CircleCheck, Download, Share2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { at } from '../../api/calls';
import { get } from '../../api/http/client';
import { ApiError } from '../../api/http/error';
import type { GuestReceipt as Receipt } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { Empty, ErrorState, Skeleton } from '../../ui/feedback/States';
import { Paper } from './Paper';
import { receiptText } from './receiptText';
import { SelectedText } from './SelectedText';
import { downloadText, type Shared, shareText } from './share';
import { guest as words } from './strings';

type State = { receipt: Receipt } | 'loading' | 'missing' | 'failed';

export default function GuestReceipt() {
  useTitle(words.title);
  const [state, load] = useGuestReceipt(location.pathname.split('/')[2] ?? '');
  return (
    <main className="guest-receipt stack">
      <h1>{words.title}</h1>
      {state === 'loading' && <Skeleton count={1} height="24rem" />}
      {state === 'missing' && <Empty text={words.missing} />}
      {state === 'failed' && <ErrorState text={words.failed} onRetry={load} />}
      {typeof state === 'object' && (
        <>
          <Paper receipt={state.receipt} heading="h2" />
          <Actions receipt={state.receipt} />
        </>
      )}
    </main>
  );
}

/** A receipt never changes: it is read once. */
function useGuestReceipt(token: string): [State, () => void] {
  const [state, setState] = useState<State>('loading');
  const load = useCallback(() => {
    setState('loading');
    get(at('/api/guest-receipts/{token}', { token })).then(
      (receipt) => setState({ receipt }),
      (error) => setState(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'),
    );
  }, [token]);
  useEffect(load, [load]);
  return [state, load];
}

function Actions({ receipt }: { receipt: Receipt }) {
  const [outcome, setOutcome] = useState<Shared | null>(null);
  const footer = useRef<HTMLElement>(null);
  const text = receiptText(receipt);
  const share = async () => {
    if (footer.current) setOutcome(await shareText(receipt.receiptNumber, text, footer.current));
  };
  return (
    <footer ref={footer} className="stack">
      {outcome === 'copied' && (
        <p className="alert" role="alert" data-status="ok">
          <CircleCheck />
          <span>{words.copied}</span>
        </p>
      )}
      {outcome === 'impossible' && <SelectedText text={text} />}
      <div className="sides">
        <button
          type="button"
          className="secondary"
          onClick={() => downloadText(`receipt-${receipt.receiptNumber}.txt`, text)}
        >
          <Download />
          {words.download}
        </button>
        <button type="button" onClick={() => void share()}>
          <Share2 />
          {words.share}
        </button>
      </div>
    </footer>
  );
}
