/** Head office's audit log: who signed in, and who changed what, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { nextOf } from '../../../api/http/pages';
import { formatDateTime } from '../../../lib/format';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { HEAD } from '../../api/calls';
import { respond } from '../../api/client';
import type { AuditLine } from '../../api/types';
import { useBarName } from '../../parts/useBars';
import { words } from './strings';

const AUDIT = `${HEAD}/audit`;

interface Page {
  rows: AuditLine[];
  next: string | null;
}

async function readPage(path: string): Promise<Page> {
  const response = await respond(path);
  return { rows: await response.json(), next: nextOf(response.headers.get('Link')) };
}

export default function AuditScreen() {
  useTitle(words.title);
  const nameOf = useBarName();
  const log = useInfiniteQuery({
    queryKey: [AUDIT, 'pages'],
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: AUDIT,
    getNextPageParam: ({ next }: Page) => next,
  });
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={log} errorText={words.loadFailed} skeleton={<Skeleton count={8} height="3.5rem" />}>
        {({ pages }) => {
          const lines = pages.flatMap(({ rows }) => rows);
          if (lines.length === 0) return <Empty icon={History} text={words.none} />;
          return (
            <section className="card stack" aria-label={words.title}>
              <ul className="list">
                {lines.map(({ id, at, userName, bar, summary }) => (
                  <li key={id} className="line">
                    <span className="grow">
                      <span className="name">{summary}</span>
                      <small>
                        {[formatDateTime(at), userName, bar !== null && nameOf(bar)]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                  </li>
                ))}
              </ul>
              {log.isFetchNextPageError && <Alert>{words.loadFailed}</Alert>}
              {log.hasNextPage ? (
                <ActionButton
                  type="button"
                  className="secondary wide"
                  pending={log.isFetchingNextPage}
                  onClick={() => void log.fetchNextPage()}
                >
                  {words.older}
                </ActionButton>
              ) : (
                <small>{words.end}</small>
              )}
            </section>
          );
        }}
      </Loaded>
    </>
  );
}
