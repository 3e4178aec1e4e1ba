/** The preview of an import: counts of changes, or the errors by line. */
import type { CSSProperties } from 'react';
import type { ImportError, Imported } from '../../../api/types';
import { csv as words } from '../strings';

/** Three columns even on the narrowest phone. */
const THREE = { '--min': '5.5rem' } as CSSProperties;

export function PreviewFigures({ answer }: { answer: Imported }) {
  const figures: [string, number][] = [
    [words.newProducts, answer.created],
    [words.updated, answer.updated],
    [words.unchanged, answer.unchanged],
  ];
  const ignored = answer.ignoredColumns ?? [];
  return (
    <div className="stack" role="status">
      <div className="tiles stats" style={THREE}>
        {figures.map(([label, value]) => (
          <dl key={label} className="card stat">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </dl>
        ))}
      </div>
      {ignored.length > 0 && <p>{words.ignored(ignored.join(', '))}</p>}
    </div>
  );
}

export function MistakeList({ mistakes }: { mistakes: readonly ImportError[] }) {
  if (mistakes.length === 0) return null;
  return (
    <section className="stack">
      <h3>{words.mistakes}</h3>
      <ul className="list" aria-label={words.mistakes}>
        {mistakes.map((mistake, at) => (
          <li key={at}>
            <div className="grow">
              <b>{words.line(mistake.line, mistake.column)}</b>
              <small>{mistake.message}</small>
            </div>
          </li>
        ))}
      </ul>
      <p>{words.nothingStored}</p>
    </section>
  );
}
