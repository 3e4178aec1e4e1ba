/** A section of the tax report: net and tax of each class and label, in each currency. */
import type { ReactNode } from 'react';
import type { TaxReport } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { words } from './strings';
import '../../../styles/shared/figures.css';

type Sums = TaxReport['totals'];
type Row = TaxReport['rows'][number];

const money = (amount: string, currency: 'USD' | 'LRD') => formatExact(fromServer(amount), currency);

interface SectionProps {
  id: string;
  title: string;
  note?: string;
}

export function TaxSection({ id, title, note, rows }: SectionProps & { rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Section id={id} title={title} note={note}>
      {rows.map((row) => {
        const facts = [words.modes[row.mode], words.lines(row.lines)].filter(Boolean).join(' · ');
        return (
          <Body key={`${row.class} ${row.label} ${row.mode}`} name={row.label} facts={facts} sums={row} />
        );
      })}
    </Section>
  );
}

export function TotalSection({ id, title, totals }: SectionProps & { totals: Sums }) {
  return (
    <Section id={id} title={title}>
      <Body name={words.lines(totals.lines)} sums={totals} />
    </Section>
  );
}

function Section({ id, title, note, children }: SectionProps & { children: ReactNode }) {
  return (
    <section className="card stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <small>{note}</small>}
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.rowsOf}</span>
            </th>
            <th scope="col">USD</th>
            <th scope="col">LRD</th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

function Body({ name, facts, sums }: { name: string; facts?: string; sums: Sums }) {
  const rows = [
    [words.net, sums.netUSD, sums.netLRD],
    [words.tax, sums.taxUSD, sums.taxLRD],
    [words.worthNet, sums.worthNetUSD, sums.worthNetLRD],
    [words.worthTax, sums.worthTaxUSD, sums.worthTaxLRD],
  ] as const;
  return (
    <tbody>
      <tr className="sum">
        <th scope="rowgroup" colSpan={3}>
          {name}
          {facts && <small>{facts}</small>}
        </th>
      </tr>
      {rows.map(([label, usd, lrd]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{money(usd, 'USD')}</td>
          <td>{money(lrd, 'LRD')}</td>
        </tr>
      ))}
    </tbody>
  );
}
