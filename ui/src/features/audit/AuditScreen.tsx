/** The audit log: who did what and when, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { readPage } from '../../api/pages';
import { useGet } from '../../api/query';
import type { AuditLine } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { ActionButton } from '../../ui/ActionButton';
import { SelectField } from '../../ui/SelectField';
import { Empty, ErrorState, Loaded, Skeleton } from '../../ui/States';
import { firstPage } from './pages';
import { KIND_LABEL, words } from './strings';

export default function AuditScreen() {
  useTitle(words.title);
  const users = useGet('/api/users').data ?? [];
  const [filter, setFilter] = useState({ user: '', kind: '' });
  const first = firstPage(filter);
  const log = useInfiniteQuery({
    queryKey: [first, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
  });
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <div className="amounts">
        <SelectField
          label={words.user}
          value={filter.user}
          options={[
            { value: '', label: words.everybody },
            ...users.map(({ username }) => ({ value: username, label: username })),
          ]}
          onValue={(user) => setFilter({ ...filter, user })}
        />
        <SelectField
          label={words.kind}
          value={filter.kind}
          options={[
            { value: '', label: words.everything },
            ...Object.entries(KIND_LABEL).map(([value, label]) => ({ value, label })),
          ]}
          onValue={(kind) => setFilter({ ...filter, kind })}
        />
      </div>
      <Loaded query={log} errorText={words.loadFailed} skeleton={<Skeleton count={8} height="3.5rem" />}>
        {({ pages }) => (
          <section className="card stack" aria-label={words.title}>
            <Lines lines={pages.flatMap((page) => page.rows)} ended={!log.hasNextPage} />
            {log.isFetchNextPageError && (
              <ErrorState text={words.loadFailed} onRetry={() => void log.fetchNextPage()} />
            )}
            {log.hasNextPage && !log.isFetchNextPageError && (
              <ActionButton
                type="button"
                className="secondary"
                pending={log.isFetchingNextPage}
                pendingLabel={words.loadingOlder}
                onClick={() => void log.fetchNextPage()}
              >
                {words.older}
              </ActionButton>
            )}
          </section>
        )}
      </Loaded>
    </>
  );
}

function Lines({ lines, ended }: { lines: readonly AuditLine[]; ended: boolean }) {
  if (lines.length === 0) return ended ? <Empty icon={History} text={words.none} /> : null;
  return (
    <>
      <ul className="list">
        {lines.map(({ seq, at, userName, kind, summary }) => (
          <li key={seq}>
            <span className="grow">
              <span className="name">{summary}</span>
              <small>
                {formatDateTime(at)} · {userName} · {KIND_LABEL[kind.split('.')[0] ?? ''] ?? kind}
              </small>
            </span>
            <small>#{seq}</small>
          </li>
        ))}
      </ul>
      {ended && <small>{words.end}</small>}
    </>
  );
}
