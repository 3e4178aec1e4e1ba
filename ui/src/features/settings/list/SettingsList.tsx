/** The list of the settings' pages with what holds now beside each, and the search for single settings. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SearchField } from '../../../ui/form/SearchField';
import { addressOf, GROUPS, isListed } from '../pages';
import { pages as names, words as settingsWords } from '../strings';
import { ICONS } from './icons';
import { Row } from './Row';
import { words } from './strings';
import '../../../styles/shared/rows.css';
import './list.css';
import { useFacts } from './useFacts';
import { type Facts, valueBeside } from './values';

/** Knows every setting by name, and comes with the first letter. */
const Results = lazy(() => import('./Results'));

/** `current` is the id of the page beside it. */
export default function SettingsList({ current }: { current: string | undefined }) {
  const [path, navigate] = useLocation();
  // In the address, so that the results are there again after a look at one of them.
  const search = useSearch();
  const query = new URLSearchParams(search).get('q') ?? '';
  const facts = useFacts();
  const list = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(list.current), []);
  const find = (text: string) =>
    navigate(text === '' ? path : `${path}?${new URLSearchParams({ q: text })}`, { replace: true });

  return (
    <nav ref={list} className="groups" aria-label={settingsWords.parts}>
      <h1>{settingsWords.title}</h1>
      <SearchField label={words.search} value={query} onValue={find} />
      {query.trim() === '' ? (
        <Groups current={current} facts={facts} />
      ) : (
        <Suspense fallback={null}>
          <Results query={query} facts={facts} search={current ? `?${search}` : ''} />
        </Suspense>
      )}
    </nav>
  );
}

function Groups({ current, facts }: { current: string | undefined; facts: Facts }) {
  const mode = facts.settings?.cash.mode ?? 'off';
  return GROUPS.map(({ title, pages }) => (
    <div key={title}>
      <h2 className="kicker">{title}</h2>
      <ul className="card rows">
        {pages
          .filter((page) => isListed(page, mode))
          .map(({ id }) => (
            <Row
              key={id}
              id={id}
              icon={ICONS[id]}
              href={addressOf(id)}
              current={id === current}
              value={valueBeside(id, facts)}
            >
              {names[id]}
            </Row>
          ))}
      </ul>
    </div>
  ));
}

/** At a desk the list scrolls by itself and is made anew for each page: the entry of the page must be in it. */
function showCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector<HTMLElement>('[data-current]');
  if (!list || !entry) return;
  const below = entry.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop = below + list.clientHeight / 2;
}
