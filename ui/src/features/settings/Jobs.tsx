/** What was printed, what waits, and what stopped. */
import { messageOf } from '../../api/error';
import { useGet } from '../../api/query';
import { useWrite } from '../../api/useWrite';
import { formatDateTime, formatStatus } from '../../lib/format';
import { ActionButton } from '../../ui/ActionButton';
import { Badge } from '../../ui/Badge';
import { Empty, Loaded, Skeleton } from '../../ui/States';
import { toast, toastError } from '../../ui/toast';
import { canRetry, jobTone } from './printers';
import { JOBS, JOBS_URL, PRINTERS, type PrinterSetting, type PrintJob, retryJob } from './settings';
import { jobs as words } from './strings';

export function Jobs({ printers }: { printers: readonly PrinterSetting[] }) {
  const jobs = useGet<PrintJob[]>(JOBS_URL);
  return (
    <section className="card stack tight" aria-labelledby="jobs-title">
      <h2 id="jobs-title">{words.title}</h2>
      <Loaded query={jobs} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="3.5rem" />}>
        {(list) => (
          <>
            {list.length === 0 && <Empty text={words.none} />}
            <ul className="list">
              {list.map((job) => (
                <Row key={job.id} job={job} printer={printers.find(({ id }) => id === job.printerId)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Row({ job, printer }: { job: PrintJob; printer: PrinterSetting | undefined }) {
  const retry = useWrite(retryJob, { refreshes: [JOBS, PRINTERS] });
  const nameId = `job-${job.id}`;
  const facts = [printer?.name ?? words.deleted, formatDateTime(job.createdAt)];
  if (job.attempts > 1) facts.push(words.tries(job.attempts));

  async function again() {
    try {
      if (await retry.run(job.id)) toast(words.retried);
    } catch (error) {
      toastError(words.retryFailed, messageOf(error, ''));
    }
  }

  return (
    <li>
      <span className="grow">
        <span className="name" id={nameId}>
          {job.receiptNumber ? words.receipt(job.receiptNumber) : words.test}{' '}
          <Badge status={jobTone(job.status)}>{formatStatus(job.status)}</Badge>
        </span>
        <small>{facts.join(' · ')}</small>
        {job.error && <small>{job.error}</small>}
      </span>
      {canRetry(job.status) && (
        <ActionButton
          type="button"
          className="secondary"
          aria-describedby={nameId}
          pending={retry.pending}
          waiting={retry.waiting}
          onClick={() => void again()}
        >
          {words.retry}
        </ActionButton>
      )}
    </li>
  );
}
