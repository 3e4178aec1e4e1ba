/** A dialog that shows one person's code, and makes another when it has expired. */
import type { ReactNode } from 'react';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { CodeUsed } from './CodeUsed';
import { ShownCode } from './ShownCode';
import { words } from './strings';

interface CodeDialogProps {
  title: string;
  /** A line under the title. */
  note?: string;
  /** What useMadeCode gives. */
  made: {
    code: { code: string; url?: string; qr?: string } | null;
    left: number;
    problem: string | null;
    pending: boolean;
    waiting: boolean;
    make: () => void;
  };
  /** Above the code. */
  lead?: ReactNode;
  /** Said in place of the code once it was used. */
  used?: string | null;
  onClose: () => void;
  /** Below the code. */
  children?: ReactNode;
}

export function CodeDialog({ title, note, made, lead, used, onClose, children }: CodeDialogProps) {
  const { code, left, problem, pending, waiting, make } = made;
  return (
    <Dialog title={title} note={note} onClose={onClose}>
      {used ? (
        <CodeUsed text={used} onDone={onClose} />
      ) : (
        <div className="shown-code">
          {problem && <Alert>{problem}</Alert>}
          {code && (
            <ShownCode code={code} left={left} lead={lead}>
              {children}
            </ShownCode>
          )}
          {left > 0 ? (
            <button type="button" className="secondary large wide" onClick={onClose}>
              {words.done}
            </button>
          ) : (
            <ActionButton
              type="button"
              className="large wide"
              pending={pending}
              waiting={waiting}
              onClick={make}
            >
              {words.another}
            </ActionButton>
          )}
        </div>
      )}
    </Dialog>
  );
}
