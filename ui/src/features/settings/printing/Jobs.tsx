/** The list of recent print jobs. */
import { useGet } from '../../../api/http/query';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { Part } from '../Part';
import { JOBS_URL, type Settings } from '../settings';
import { jobs as words } from '../strings';
import { JobRow } from './JobRow';

export default function Jobs({ settings }: { settings: Settings }) {
  const jobs = useGet(JOBS_URL);
  return (
    <Part id="jobs">
      <Loaded query={jobs} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="3.5rem" />}>
        {(list) => (
          <>
            {list.length === 0 && <Empty text={words.none} />}
            <ul className="list">
              {list.map((job) => (
                <JobRow key={job.id} job={job} printers={settings.printers} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Part>
  );
}
