/** The version that runs, and the one that is kept beside it. */
import { formatDate } from '../../../../lib/format';
import type { BoxSoftware } from '../../../../parts/machine/types';
import { Badge } from '../../../../ui/Badge';
import { Fold } from '../../../../ui/Fold';
import { software as words } from './strings';

export function Running({ software: { version, lastResult, other } }: { software: BoxSoftware }) {
  const isBack = lastResult !== null && !lastResult.worked;
  const since =
    lastResult?.worked && lastResult.version === version ? words.since(formatDate(lastResult.at)) : null;
  const note = isBack ? words.asBefore : since;
  return (
    <section className="card stack tight" aria-label={words.version(version)}>
      <div className="split">
        <b className="version">{words.version(version)}</b>
        <Badge status={isBack ? 'warning' : 'ok'}>{isBack ? words.putBack : words.running}</Badge>
      </div>
      {note && <small>{note}</small>}
      {other.version !== null && other.state !== 'next' && (
        <Fold
          summary={
            <>
              <span className="grow">{words.other}</span>
              <small>
                {other.state === 'good' ? words.otherGood(other.version) : words.otherBad(other.version)}
              </small>
            </>
          }
        >
          <p className="lead">{words.otherDetail}</p>
        </Fold>
      )}
    </section>
  );
}
