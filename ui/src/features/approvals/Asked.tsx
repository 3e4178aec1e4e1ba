/** What is asked for: each kind that the request needs, what they are worth together, and the details. */
import type { Approval } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { Money } from '../../ui/money/Money';

interface AskedProps {
  summary: string;
  /** The gravest first; none before the box has said them. */
  kinds: Approval['kinds'];
  /** What is asked for is worth: the sum over the kinds. */
  worth?: Pick<Approval, 'amountUSD' | 'amountLRD'>;
  lines?: Approval['lines'];
}

export function Asked({ summary, kinds, worth, lines = [] }: AskedProps) {
  // One act may need several kinds, such as a discount on what was billed. It is shown once, with its own worth.
  const acts = kinds.filter((part, at) => kinds.findIndex((same) => same.summary === part.summary) === at);
  const sum = acts.length === kinds.length ? worth : acts.length === 1 && worth ? acts[0] : undefined;
  return (
    <div className="ask">
      {acts.length > 1 ? (
        <ul className="kinds">
          {acts.map((part) => (
            <li key={part.kind}>
              <b>{part.summary}</b>
            </li>
          ))}
        </ul>
      ) : (
        <b>{summary}</b>
      )}
      {sum?.amountUSD && sum.amountLRD && (
        <Money total className="total" usd={fromServer(sum.amountUSD)} lrd={fromServer(sum.amountLRD)} />
      )}
      {lines.length > 0 && (
        <dl className="facts">
          {/* Several lines may have one label, and they never change places. */}
          {lines.map(({ label, value }, place) => (
            <Fact key={place} label={label} value={value} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
