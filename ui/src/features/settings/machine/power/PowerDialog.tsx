/** Asks before the box restarts or switches off, once more when something is open, then waits until it is back. */
import { useState } from 'react';
import { useWrite } from '../../../../api/forms/useWrite';
import { post } from '../../../../api/http/client';
import { ApiError, messageOf, UnreachableError } from '../../../../api/http/error';
import { ActionButton } from '../../../../ui/ActionButton';
import { Dialog } from '../../../../ui/dialog/Dialog';
import { Alert } from '../../../../ui/feedback/Alert';
import { Away } from './Away';
import type { Deed } from './deed';
import { power as words } from './strings';

const CALL = { restart: '/api/box/restart', off: '/api/box/off' } as const;

const TEXT = {
  restart: {
    question: words.restartQuestion,
    detail: words.restartDetail,
    action: words.restartAction,
    anyway: words.restartAnyway,
  },
  off: {
    question: words.offQuestion,
    detail: words.offDetail,
    action: words.offAction,
    anyway: words.offAnyway,
  },
};

export function PowerDialog({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const [isDone, setDone] = useState(false);
  /** What the box says is open. */
  const [open, setOpen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite((anyway: boolean, options) => post(CALL[deed], anyway ? { anyway } : {}, options));
  const text = TEXT[deed];

  async function run() {
    setProblem(null);
    try {
      await write.run(open !== null);
      setDone(true);
    } catch (error) {
      // It may have gone before it answered.
      if (error instanceof UnreachableError) setProblem(words.noAnswer);
      else if (error instanceof ApiError && error.status === 409 && open === null)
        setOpen(messageOf(error, words.failed));
      else setProblem(messageOf(error, words.failed));
    }
  }

  if (isDone) {
    return <Away deed={deed} onClose={onClose} />;
  }
  return (
    <Dialog title={text.question} onClose={onClose}>
      <p>{text.detail}</p>
      {open !== null && <Alert kind="warning">{open}</Alert>}
      {problem !== null && <Alert>{problem}</Alert>}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onClose}>
          {words.cancel}
        </button>
        <ActionButton
          type="button"
          className="danger"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void run()}
        >
          {open === null ? text.action : text.anyway}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
