/** The sales of the period that were exempt from tax, each with its receipt. */
import { openReceipt } from '../../../api/openReceipt';
import type { TaxReport } from '../../../api/types';
import { formatDate, formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { words } from './strings';

export function Exemptions({ exemptions }: { exemptions: NonNullable<TaxReport['exemptions']> }) {
  if (exemptions.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="exemptions">
      <h2 id="exemptions">{words.exemptions}</h2>
      <ul className="list">
        {exemptions.map(({ receiptNumber, day, name, documentNumber, netUSD, netLRD }) => (
          <li key={receiptNumber}>
            <div className="grow">
              <span className="name">{name}</span>
              <small>
                {documentNumber} · {formatDate(day)}
              </small>
              <button type="button" className="quiet small" onClick={() => openReceipt(receiptNumber)}>
                {receiptNumber}
              </button>
            </div>
            <span className="money end">
              <span>{formatExact(fromServer(netUSD), 'USD')}</span>
              <span>{formatExact(fromServer(netLRD), 'LRD')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
