/** One print job: title, status, and its actions (retry, move, cancel). */
import { ArrowRightLeft, CircleX, EllipsisVertical } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { mayManage, useSession } from '../../../api/session';
import { formatDateTime, formatStatus } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { toast, toastError } from '../../../ui/feedback/toast';
import { MenuButton, type MenuItem } from '../../../ui/MenuButton';
import { AFTER_JOB, cancelJob, moveJob, type PrintJob, retryJob } from '../settings';
import { jobs as words } from '../strings';
import { canCancel, canMove, canRetry, isForManagers, jobTone, titleOf } from './printJobs';

interface JobRowProps {
  job: PrintJob;
  /** Printers that the job can be moved to. */
  printers: readonly { id: number; name: string }[];
}

export function JobRow({ job, printers }: JobRowProps) {
  const retry = useWrite(retryJob, { refreshes: AFTER_JOB });
  const cancel = useWrite(cancelJob, { refreshes: AFTER_JOB });
  const move = useWrite(moveJob, { refreshes: AFTER_JOB });
  const title = titleOf(job);
  const isTheirs = mayManage(useSession().user?.role) || !isForManagers(job);
  const nameId = `job-${job.id}`;
  const printer = printers.find(({ id }) => id === job.printerId)?.name ?? job.printerName;
  const facts = [printer ?? words.deleted, formatDateTime(job.createdAt)];
  if (job.attempts > 1) facts.push(words.tries(job.attempts));

  async function act(run: () => Promise<unknown>, done: string, failed: string) {
    try {
      if (await run()) toast(done, title);
    } catch (error) {
      toastError(failed, reasonOf(error));
    }
  }

  const actions: MenuItem[] = [
    ...(isTheirs && canMove(job) ? printers.filter(({ id }) => id !== job.printerId) : []).map(
      ({ id, name }) => ({
        label: words.move(name),
        icon: <ArrowRightLeft />,
        onSelect: () =>
          void act(() => move.run({ jobId: job.id, printerId: id }), words.moved(name), words.moveFailed),
      }),
    ),
    ...(isTheirs && canCancel(job)
      ? [
          {
            label: words.cancel,
            icon: <CircleX />,
            onSelect: () => void act(() => cancel.run(job.id), words.cancelled, words.cancelFailed),
          },
        ]
      : []),
  ];

  return (
    <li className="job">
      <span className="grow">
        <span className="name" id={nameId}>
          {title} <Badge status={jobTone(job.status)}>{formatStatus(job.status)}</Badge>
        </span>
        <small>{facts.join(' · ')}</small>
        {job.error && <small>{job.error}</small>}
      </span>
      {isTheirs && canRetry(job) && (
        <ActionButton
          type="button"
          className="secondary small"
          aria-describedby={nameId}
          pending={retry.pending}
          waiting={retry.waiting}
          onClick={() => void act(() => retry.run(job.id), words.retried, words.retryFailed)}
        >
          {words.retry}
        </ActionButton>
      )}
      {actions.length > 0 && (
        <MenuButton label={words.actions(title)} button={<EllipsisVertical />} items={actions} />
      )}
    </li>
  );
}
