/** The end of a list that is loaded page by page: progress, Stop, and a button that loads more. */
import { ActionButton } from './ActionButton';
import { Alert } from './feedback/Alert';
import { STOP } from './strings';

interface OlderRowsProps {
  more: boolean;
  reading: 'no' | 'yes' | 'failed' | 'stopped';
  readMore: () => void;
  stop: (() => void) | null;
  words: {
    /** 'Searching older receipts…' */
    searching: string;
    /** Label of the button that loads more. */
    older: string;
    failed: string;
  };
}

export function OlderRows({ more, reading, readMore, stop, words }: OlderRowsProps) {
  if (!more) return null;
  if (reading === 'yes') {
    return (
      <div className="row">
        <p className="grow" role="status" aria-busy="true">
          {words.searching}
        </p>
        {stop && (
          <button type="button" className="secondary" onClick={stop}>
            {STOP}
          </button>
        )}
      </div>
    );
  }
  return (
    <>
      {reading === 'failed' && <Alert>{words.failed}</Alert>}
      <ActionButton type="button" className="secondary wide" onClick={readMore}>
        {words.older}
      </ActionButton>
    </>
  );
}
