/** The update that was found: what is new in it, and what installing it means; or why it is refused. */
import { readyUpdate } from '../../../../parts/machine/software';
import type { BoxSoftware } from '../../../../parts/machine/types';
import { Notice } from '../../../../ui/feedback/Notice';
import { formatSize } from '../../backups/backups';
import { software as words } from './strings';

const FACTS = [
  [words.checked, words.signed],
  [words.backup, words.automatic],
  [words.takes, words.minute],
] as const;

export function Candidate({ software }: { software: BoxSoftware }) {
  const { candidate, version } = software;
  const update = readyUpdate(software);
  if (!candidate) return null;
  const from = words.size(formatSize(candidate.size), words.from[candidate.from]);
  if (candidate.refused !== null) {
    return (
      <section className="card stack" aria-labelledby="update">
        <div className="split">
          <h2 id="update">{words.refused}</h2>
          <small>{from}</small>
        </div>
        <Notice kind="error">{words.refusedReason(candidate.refused)}</Notice>
      </section>
    );
  }
  if (!update) return null;
  const notes = (update.notes ?? '').split('\n').filter((line) => line.trim() !== '');
  return (
    <section className="card stack" aria-labelledby="update">
      <div className="split">
        <h2 id="update">{update.older ? words.older(update.version) : words.ready(update.version)}</h2>
        <small>{from}</small>
      </div>
      {update.older && <Notice kind="warning">{words.olderNote(version)}</Notice>}
      {notes.length > 0 && (
        <ul className="notes-list">
          {notes.map((line) => (
            <li key={line}>{line.replace(/^[-*•]\s*/, '')}</li>
          ))}
        </ul>
      )}
      <dl className="facts addresses">
        {FACTS.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
