/** The settings that a search finds, with their place and what holds now. */
import { addressOf } from '../pages';
import { catalogueOf } from './catalogue';
import { findSettings, marked } from './find';
import { ICONS } from './icons';
import { Row } from './Row';
import { words } from './strings';
import type { Facts } from './values';

interface ResultsProps {
  query: string;
  facts: Facts;
  /** What the links keep of the address. */
  search: string;
}

export default function Results({ query, facts, search }: ResultsProps) {
  const { settings } = facts;
  if (!settings) return null;
  const found = findSettings(catalogueOf(settings, facts), query);
  const mark = (text: string) =>
    marked(text, query).map((piece, at) =>
      piece.hit ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
    );
  return (
    <div>
      <p id="results" className="kicker" role="status">
        {found.length === 0 ? words.nothing(query.trim()) : words.results(found.length)}
      </p>
      {found.length > 0 && (
        <ul className="card rows">
          {found.map(({ page, name, place, value }) => (
            <Row
              key={`${page} ${name}`}
              id={`${page} ${name}`.replaceAll(/\W+/g, '-')}
              icon={ICONS[page]}
              href={addressOf(page) + search}
              value={value ? { text: value } : null}
              detail={mark(place)}
            >
              {mark(name)}
            </Row>
          ))}
        </ul>
      )}
    </div>
  );
}
