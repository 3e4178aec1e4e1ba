/** A code with which one person chooses a new PIN. */
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { StaffName } from '../../../api/types';
import { formatCountdown, useCountdown } from '../../../lib/render/useCountdown';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { CODE_MS, makeResetCode } from './devices';
import { code as codeWords, pins as words } from './strings';

export function ResetCode({ person, onClose }: { person: StaffName; onClose: () => void }) {
  const write = useWrite(makeResetCode);
  const [shown, setShown] = useState<{ code: string; until: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const left = useCountdown(shown?.until ?? 0);

  async function make() {
    setProblem(null);
    try {
      const made = await write.run(person.id);
      if (made) setShown({ code: made.code, until: Date.now() + CODE_MS });
    } catch (error) {
      setProblem(reasonOf(error, words.failed) ?? words.failed);
    }
  }
  useEffect(() => void make(), []);

  return (
    <Dialog title={words.resetOf(person.name)} onClose={onClose}>
      <div className="enrol-code">
        {problem && <Alert>{problem}</Alert>}
        {shown && left > 0 && (
          <>
            <b className="letters">{shown.code}</b>
            <p role="timer">{codeWords.validFor(formatCountdown(left))}</p>
            <p>{words.how(person.name)}</p>
          </>
        )}
        {shown && left === 0 && <p role="alert">{codeWords.expired}</p>}
        {left > 0 ? (
          <button type="button" className="secondary large wide" onClick={onClose}>
            {words.close}
          </button>
        ) : (
          <ActionButton
            type="button"
            className="large wide"
            pending={write.pending}
            waiting={write.waiting}
            onClick={() => void make()}
          >
            {codeWords.another}
          </ActionButton>
        )}
      </div>
    </Dialog>
  );
}
