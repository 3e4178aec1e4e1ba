/** A table with an amount in each currency per row, and a card of facts. */
import type { ReactNode } from 'react';
import type { Amounts, Fact } from './figures';
import { money } from './figures';
import '../../../styles/shared/figures.css';

interface LedgerRow extends Amounts {
  label: string;
  /** Below the label. */
  note?: string;
  sum?: boolean;
}

interface LedgerProps {
  id: string;
  title: string;
  /** What the rows are, for screen readers. */
  of: string;
  rows: readonly LedgerRow[];
  children?: ReactNode;
}

export function Ledger({ id, title, of, rows, children }: LedgerProps) {
  if (rows.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{of}</span>
            </th>
            <th scope="col">USD</th>
            <th scope="col">LRD</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, note, sum, amountUSD, amountLRD }) => (
            <tr key={label} className={sum ? 'sum' : undefined}>
              <th scope="row">
                {label}
                {note && <small>{note}</small>}
              </th>
              <td>{money(amountUSD, 'USD')}</td>
              <td>{money(amountLRD, 'LRD')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

export function Facts({ id, title, facts }: { id: string; title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <FactList facts={facts} />
    </section>
  );
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
