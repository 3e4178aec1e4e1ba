/** 'Approve?': what is asked, by whom, and how long the answer counts. */
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Approval } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { formatCountdown, useCountdown } from '../../../lib/render/useCountdown';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { Asked } from '../Asked';
import { type Decision, decide, decidedAlready } from '../calls';
import { approvalUrl } from '../read';
import { manage as words } from '../strings';
import type { Pending } from './usePending';

/** Live updates report what another manager does; where there are none, the box is asked, in milliseconds. */
const POLL_MS = 5_000;
const REFRESHED = ['/api/approvals'] as const;

interface ApproveSheetProps {
  question: Pending;
  onClose: () => void;
}

export function ApproveSheet({ question, onClose }: ApproveSheetProps) {
  const { name, until } = question;
  const [decided, setDecided] = useState<Approval | null>(null);
  const [problem, setProblem] = useState<{ text: string; field?: string } | null>(null);
  const draft = useFormDraft(`approval:${question.approval.id}`, { note: '' });
  const read = useGet(approvalUrl(question.approval.id), {
    initialData: question.approval,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
    gcTime: 0,
  });
  const approval = decided ?? read.data ?? question.approval;
  const write = useWrite(decide, { refreshes: REFRESHED });
  const left = useCountdown(until);
  // One's own decision is no news.
  const over = write.pending ? null : endOf(approval);

  async function send(does: Decision['does']) {
    setProblem(null);
    try {
      const done = await write.run({ id: approval.id, does, note: draft.values.note });
      if (!done) return;
      draft.discard();
      onClose();
      toast(does === 'grant' ? words.approved : words.refused, approval.summary);
    } catch (error) {
      const already = decidedAlready(error);
      if (already) return setDecided(already);
      setProblem({
        text: messageOf(error, ''),
        field: error instanceof ApiError ? error.fields.note : undefined,
      });
    }
  }

  return (
    <Sheet
      title={words.title}
      note={`${words.from(name, approval.deviceName)} · ${formatTime(approval.createdAt)}`}
      tools={!over && <Badge status="pending">{words.left(formatCountdown(left))}</Badge>}
      onClose={onClose}
    >
      <Asked summary={approval.summary} kinds={approval.kinds} worth={approval} lines={approval.lines} />
      {over ? (
        <>
          <Alert kind="info">{over}</Alert>
          <footer>
            <button type="button" className="large wide" onClick={onClose}>
              {words.close}
            </button>
          </footer>
        </>
      ) : (
        <>
          {problem && !problem.field && <Alert reason={problem.text}>{words.failed}</Alert>}
          <TextField
            label={words.note}
            name="note"
            autoComplete="off"
            placeholder={words.reads(name)}
            value={draft.values.note}
            error={problem?.field}
            onValue={(note) => draft.type({ note })}
          />
          <footer className="pair">
            <ActionButton
              type="button"
              className="secondary large"
              pending={write.pending}
              onClick={() => void send('refuse')}
            >
              {words.refuse}
            </ActionButton>
            <ActionButton
              type="button"
              className="large"
              pending={write.pending}
              waiting={write.waiting}
              onClick={() => void send('grant')}
            >
              <Check />
              {words.approve}
            </ActionButton>
          </footer>
        </>
      )}
    </Sheet>
  );
}

/** What became of it; null while it waits. */
function endOf({ status, decidedBy, requestedBy }: Approval): string | null {
  if (status === 'pending') return null;
  if (status === 'refused') return words.alreadyRefused(decidedBy ?? '');
  if (status === 'cancelled') return words.takenBack(requestedBy);
  return decidedBy ? words.alreadyApproved(decidedBy) : words.tooLate;
}
