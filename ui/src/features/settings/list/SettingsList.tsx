/** The list of the settings' pages with what holds now beside each, and the search for single settings. */
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { SearchField } from '../../../ui/form/SearchField';
import { addressOf, findPage, GROUPS, isListed } from '../pages';
import { pages as names, words as settingsWords } from '../strings';
import { catalogueOf } from './catalogue';
import { findSettings, marked } from './find';
import { words } from './strings';
import { useFacts } from './useFacts';
import { type Facts, type Value, valueBeside } from './values';

/** `current` is the id of the page beside it. */
export function SettingsList({ current }: { current: string | undefined }) {
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
        <Results query={query} facts={facts} search={current ? `?${search}` : ''} />
      )}
    </nav>
  );
}

function Groups({ current, facts }: { current: string | undefined; facts: Facts }) {
  const mode = facts.settings?.cash.mode ?? 'off';
  return GROUPS.map(({ title, pages }) => (
    <section key={title} aria-labelledby={`group-${pages[0]?.id}`}>
      <h2 id={`group-${pages[0]?.id}`} className="kicker">
        {title}
      </h2>
      <ul className="card rows">
        {pages
          .filter((page) => isListed(page, mode))
          .map(({ id, icon }) => (
            <Row
              key={id}
              id={id}
              icon={icon}
              href={addressOf(id)}
              current={id === current}
              value={valueBeside(id, facts)}
            >
              {names[id]}
            </Row>
          ))}
      </ul>
    </section>
  ));
}

function Results({ query, facts, search }: { query: string; facts: Facts; search: string }) {
  const { settings } = facts;
  if (!settings) return null;
  const found = findSettings(catalogueOf(settings, facts), query);
  const mark = (text: string) =>
    marked(text, query).map((piece, at) =>
      piece.hit ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
    );
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="kicker" role="status">
        {found.length === 0 ? words.nothing(query.trim()) : words.results(found.length)}
      </h2>
      {found.length > 0 && (
        <ul className="card rows">
          {found.map(({ page, name, place, value }) => (
            <Row
              key={`${page} ${name}`}
              id={`${page} ${name}`.replaceAll(/\W+/g, '-')}
              icon={findPage(page)?.icon}
              href={addressOf(page) + search}
              value={value ? { text: value } : null}
              detail={mark(place)}
            >
              {mark(name)}
            </Row>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  id: string;
  icon: LucideIcon | undefined;
  href: string;
  current?: boolean;
  value: Value | null;
  detail?: ReactNode;
  children: ReactNode;
}

/** The link is the name, and all of the row is its target; the value describes it. */
function Row({ id, icon: Icon, href, current, value, detail, children }: RowProps) {
  const valueId = `value-${id}`;
  return (
    <li data-current={current || undefined}>
      {Icon && <Icon />}
      <span className="grow">
        <Link
          href={href}
          className="name"
          aria-current={current ? 'page' : undefined}
          aria-describedby={value ? valueId : undefined}
        >
          {children}
        </Link>
        {detail && <small>{detail}</small>}
      </span>
      {value && (
        <span id={valueId} className="value" data-status={value.status}>
          {value.text}
        </span>
      )}
      <ChevronRight />
    </li>
  );
}

/** At a desk the list scrolls by itself and is made anew for each page: the entry of the page must be in it. */
function showCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector<HTMLElement>('[data-current]');
  if (!list || !entry) return;
  const below = entry.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop = below + list.clientHeight / 2;
}
