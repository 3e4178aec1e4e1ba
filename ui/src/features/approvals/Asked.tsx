/** What is asked for: each kind that the request needs, what they are worth together, and the details. */
import type { Approval } from '../../api/types';
import { fromServer } from '../../lib/money/money';
import { Money } from '../../ui/money/Money';

interface AskedProps {
  summary: string;
  /** The gravest first; none before the box has said them. */
  kinds: Approval['kinds'];
  /** What all of them are worth together. */
  worth?: Pick<Approval, 'amountUSD' | 'amountLRD'>;
  lines?: Approval['lines'];
}

export function Asked({ summary, kinds, worth, lines = [] }: AskedProps) {
  return (
    <div className="ask">
      {kinds.length > 1 ? (
        <ul className="kinds">
          {kinds.map((part) => (
            <li key={part.kind}>
              <b>{part.summary}</b>
            </li>
          ))}
        </ul>
      ) : (
        <b>{summary}</b>
      )}
      {worth?.amountUSD && worth.amountLRD && (
        <Money total className="total" usd={fromServer(worth.amountUSD)} lrd={fromServer(worth.amountLRD)} />
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
