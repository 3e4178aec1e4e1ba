/** The audit log: who did what and when, newest first. */
import { History } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import type { AuditLine } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { SelectField } from '../../ui/form/SelectField';
import { OlderRows } from '../../ui/OlderRows';
import { firstPage } from './pages';
import { KIND_LABEL, words } from './strings';
import { useLog } from './useLog';

export default function AuditScreen() {
  useTitle(words.title);
  const users = useGet('/api/users').data ?? [];
  const [filter, setFilter] = useState({ user: '', kind: '' });
  const first = firstPage(filter);
  const log = useLog(first);
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
      <Loaded
        query={log.newest}
        errorText={words.loadFailed}
        skeleton={<Skeleton count={8} height="3.5rem" />}
      >
        {() => (
          <section className="card stack" aria-label={words.title}>
            <Lines lines={log.lines} ended={!log.older.more} />
            <OlderRows {...log.older} words={words.further} />
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
