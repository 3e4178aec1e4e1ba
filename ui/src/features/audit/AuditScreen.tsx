/** The audit log: who did what and when, newest first. */
import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AuditLine } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { OlderRows } from '../../ui/OlderRows';
import { Filters } from './Filters';
import { labelOf } from './groups';
import { firstPage, NO_FILTER } from './pages';
import { words } from './strings';
import { useLog } from './useLog';

const SEARCH_PAUSE_MS = 300;

export default function AuditScreen() {
  useTitle(words.title);
  const [filter, setFilter] = useState(NO_FILTER);
  const q = useSettled(filter.q);
  const first = firstPage({ ...filter, q });
  const log = useLog(first);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <Filters filter={filter} onFilter={setFilter} />
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

/** The text once the keys rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface LinesProps {
  lines: readonly AuditLine[];
  ended: boolean;
}

function Lines({ lines, ended }: LinesProps) {
  if (lines.length === 0) {
    return ended ? <Empty icon={History} text={words.none} /> : null;
  }
  return (
    <>
      <ul className="list">
        {lines.map(({ seq, at, userName, kind, summary }) => (
          <li key={seq}>
            <span className="grow">
              <span className="name">{summary}</span>
              <small>
                {formatDateTime(at)} · {userName} · {labelOf(kind) ?? kind}
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
