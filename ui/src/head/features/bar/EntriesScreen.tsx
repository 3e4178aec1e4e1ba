/** The entries of one history of a bar, as the audit log of its box shows them, newest first. For owners. */
import { ChevronLeft, History, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'wouter';
import { formatCount, formatDateTime } from '../../../lib/format';
import { useTitle } from '../../../lib/useTitle';
import { Empty } from '../../../ui/feedback/States';
import { TextField } from '../../../ui/form/Field';
import { lineUrl } from '../../api/calls';
import { usePages } from '../../api/pages';
import type { EntryLine } from '../../api/types';
import { PagedList } from '../../parts/PagedList';
import { useBarName } from '../../parts/useBars';
import { entries as words } from './strings';

export default function EntriesScreen() {
  const { bar = '', line = '' } = useParams<{ bar: string; line: string }>();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const name = useBarName()(bar);
  useTitle(words.title);
  const query = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
  const entries = usePages<EntryLine>(`${lineUrl(bar, line)}/entries${query}`);

  function submit(event: FormEvent) {
    event.preventDefault();
    setText(typed.trim());
  }

  return (
    <>
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          <small>{name}</small>
        </div>
        <Link href={`/bars/${bar}`} className="action small no-print">
          <ChevronLeft />
          {name}
        </Link>
      </header>
      <form className="search-line form" noValidate onSubmit={submit}>
        <TextField
          label={words.search}
          name="q"
          type="search"
          autoComplete="off"
          value={typed}
          onValue={setTyped}
        />
        <button type="submit" className="secondary">
          <Search />
          {words.find}
        </button>
      </form>
      <PagedList
        // The pages of another search are another list.
        key={text}
        query={entries}
        label={words.title}
        errorText={words.loadFailed}
        empty={<Empty icon={History} text={words.none} />}
        end={words.end}
        row={({ seq, at, userName, summary }) => (
          <li key={seq} className="line">
            <span className="grow">
              <span className="name">{summary}</span>
              <small>{[formatDateTime(at), userName].filter(Boolean).join(' · ')}</small>
            </span>
            <small>{formatCount(seq)}</small>
          </li>
        )}
      />
    </>
  );
}
