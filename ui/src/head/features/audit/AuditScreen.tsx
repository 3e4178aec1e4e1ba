/** Head office's audit log: who signed in, and who changed what, newest first. */
import { History } from 'lucide-react';
import { formatDateTime } from '../../../lib/format';
import { useTitle } from '../../../lib/useTitle';
import { Empty } from '../../../ui/feedback/States';
import { HEAD } from '../../api/calls';
import { usePages } from '../../api/pages';
import type { AuditLine } from '../../api/types';
import { PagedList } from '../../parts/PagedList';
import { useBarName } from '../../parts/useBars';
import { words } from './strings';

export default function AuditScreen() {
  useTitle(words.title);
  const nameOf = useBarName();
  const log = usePages<AuditLine>(`${HEAD}/audit`);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <PagedList
        query={log}
        label={words.title}
        errorText={words.loadFailed}
        empty={<Empty icon={History} text={words.none} />}
        end={words.end}
        row={({ id, at, userName, bar, summary }) => (
          <li key={id} className="line">
            <span className="grow">
              <span className="name">{summary}</span>
              <small>
                {[formatDateTime(at), userName, bar !== null && nameOf(bar)].filter(Boolean).join(' · ')}
              </small>
            </span>
          </li>
        )}
      />
    </>
  );
}
