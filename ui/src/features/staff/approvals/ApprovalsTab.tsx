/** Approvals: what bartenders asked for, and what became of it, newest first. */
import { useQuery } from '@tanstack/react-query';
import { APPROVALS } from '../../../api/approvals';
import { at } from '../../../api/calls';
import { readPage } from '../../../api/http/pages';
import { useOlder } from '../../../api/http/useOlder';
import { useSession } from '../../../api/session';
import type { Approval } from '../../../api/types';
import { formatDateTime } from '../../../lib/format';
import { Badge } from '../../../ui/Badge';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { OlderRows } from '../../../ui/OlderRows';
import { ApprovalsAreOff } from './ApprovalsAreOff';
import { howDecided, statusOf } from './rows';
import { approvals as words } from './strings';

const PAGE = 50;
const URL = at(APPROVALS, { limit: PAGE });

export default function ApprovalsTab() {
  const query = useQuery({ queryKey: [URL, 'page'], queryFn: ({ signal }) => readPage(URL, signal) });
  const older = useOlder(URL, query.data);
  const isAdmin = useSession().user?.role === 'admin';
  return (
    <>
      <ApprovalsAreOff isAdmin={isAdmin} />
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="5rem" />}>
        {({ rows }) =>
          rows.length === 0 && !older.more ? (
            <Empty text={words.none} />
          ) : (
            <section className="card stack tight" aria-label={words.list}>
              <ul className="list approvals-list">
                {[...rows, ...older.rows].map((approval) => (
                  <Row key={approval.id} approval={approval} />
                ))}
              </ul>
              <OlderRows {...older} words={words.olderRows} />
            </section>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ approval }: { approval: Approval }) {
  const { summary, note, requestedBy, deviceName, createdAt } = approval;
  const { tone, text } = statusOf(approval);
  const decided = howDecided(approval);
  return (
    <li>
      <span className="grow">
        <b>{summary}</b>
        <small>{words.asked(requestedBy, deviceName, formatDateTime(createdAt))}</small>
        {decided && <small>{decided}</small>}
        {note && <small>{words.noted(note)}</small>}
      </span>
      <Badge status={tone}>{text}</Badge>
    </li>
  );
}
