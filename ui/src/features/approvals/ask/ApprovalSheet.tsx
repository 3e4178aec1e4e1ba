/** 'Approval needed': asks a manager, on the manager's phone or here. What was refused goes on once it is granted. */
import { BellRing, CircleCheck, CircleX, Grid3x3 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Approval } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { Alert } from '../../../ui/feedback/Alert';
import { Asked } from '../Asked';
import { askFor, takeBack } from '../calls';
import { hereLabel } from '../here';
import { approvalUrl } from '../read';
import { ask as words } from '../strings';
import type { Question } from './askApproval';
import { ManagerHere } from './ManagerHere';
import { Waiting } from './Waiting';
import '../approvals.css';

/** How long 'Approved by sarah' is read before the write goes on: what the write opens or says would lie over it. */
const APPROVED_MS = 700;
/** The same with a note of the manager, which takes longer to read; 'Go on' does not wait for it. */
const NOTE_MS = 6_000;

type View = 'needed' | 'waiting' | 'here';

export default function ApprovalSheet({ question }: { question: Question }) {
  const [view, setView] = useState<View>('needed');
  const [asked, setAsked] = useState<Approval | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite((_: null, options) => askFor(question.sent, options));
  const approval = useApproval(asked);
  const status = approval?.status;

  useEffect(() => {
    if (status !== 'granted' && status !== 'used') return;
    const timer = setTimeout(goOn, approval?.note ? NOTE_MS : APPROVED_MS);
    return () => clearTimeout(timer);
  }, [status]);

  function goOn() {
    if (approval) question.answer({ granted: approval });
    question.close();
  }
  function close() {
    if (status === 'pending' && asked) takeBack(asked.id).catch(() => {});
    question.answer({ failed: failureOf(approval) });
    question.close();
  }

  /** Asks, unless it waits already. */
  async function begin(next: View) {
    setProblem(null);
    if (status === 'pending') return setView(next);
    try {
      const answer = await write.run(null);
      if (!answer) return;
      setAsked(answer);
      setView(next);
    } catch (error) {
      // The rule was changed meanwhile.
      if (messageOf(error, '') === NOT_NEEDED) {
        question.answer({ notNeeded: true });
        return question.close();
      }
      setProblem(messageOf(error, words.unreachable));
    }
  }

  if (approval && (status === 'granted' || status === 'used')) {
    return (
      <Sheet title={words.title} onClose={goOn}>
        <Asked summary={question.summary} kinds={approval.kinds} />
        <Verdict
          status="ok"
          text={words.approvedBy(approval.decidedBy ?? '', approval.note)}
          note={words.goesOn}
        />
        {approval.note && (
          <footer>
            <button type="button" className="large wide" onClick={goOn}>
              {words.goOn}
            </button>
          </footer>
        )}
      </Sheet>
    );
  }
  const failure = failureOf(approval);
  const over = failure !== null || status === 'cancelled';
  return (
    <Sheet title={words.title} onClose={close}>
      <Asked
        summary={approval?.summary ?? question.summary}
        kinds={approval?.kinds ?? question.kinds}
        lines={approval?.lines}
      />
      {problem && <Alert reason={problem}>{words.failed}</Alert>}
      {failure !== null && <Verdict status={status === 'refused' ? 'error' : 'warning'} text={failure} />}
      {view === 'here' && asked && !over ? (
        <ManagerHere id={asked.id} onDecided={setAsked} onBack={() => setView('waiting')} />
      ) : view === 'waiting' && approval && !over ? (
        <Waiting approval={approval} onHere={() => setView('here')} onCancel={close} />
      ) : status === 'refused' ? (
        <footer>
          <button type="button" className="large wide" onClick={close}>
            {words.close}
          </button>
        </footer>
      ) : (
        <footer>
          <ActionButton
            type="button"
            className="large wide"
            pending={write.pending}
            waiting={write.waiting}
            onClick={() => void begin('waiting')}
          >
            <BellRing />
            {over ? words.askAgain : words.ask}
          </ActionButton>
          <button
            type="button"
            className="secondary wide"
            disabled={write.pending}
            onClick={() => void begin('here')}
          >
            <Grid3x3 />
            {hereLabel()}
          </button>
          <button type="button" className="quiet wide" onClick={close}>
            {words.cancel}
          </button>
        </footer>
      )}
    </Sheet>
  );
}

/** What the box says to a question that needs none. */
const NOT_NEEDED = 'This needs no approval';
/** A live update says at once what became of it; where there are none, the box is asked. */
const POLL_MS = 2_000;

/** The approval as it is now. */
function useApproval(asked: Approval | null): Approval | null {
  const query = useGet(approvalUrl(asked?.id ?? 0), {
    enabled: asked?.status === 'pending',
    initialData: asked ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.status ?? 'pending') === 'pending' ? POLL_MS : false),
    // A phone that slept has missed the answer.
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  if (!asked) return null;
  // What was decided here is newer than what was read last.
  return asked.status !== 'pending' || query.data?.id !== asked.id ? asked : query.data;
}

/** Why it was not granted; null while it waits, and if it was granted or taken back. */
function failureOf(approval: Approval | null): string | null {
  if (approval?.status === 'refused') return words.refusedBy(approval.decidedBy ?? '', approval.note);
  return approval?.status === 'expired' ? words.nobody : null;
}

function Verdict({ status, text, note }: { status: string; text: string; note?: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useTakeOverFocus(ref);
  const Icon = status === 'ok' ? CircleCheck : CircleX;
  return (
    <p ref={ref} tabIndex={-1} className="decided" role="status" data-status={status}>
      <Icon />
      <span>
        <b>{text}</b>
        {note && <small>{note}</small>}
      </span>
    </p>
  );
}
