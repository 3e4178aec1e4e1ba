/** Amounts in both currencies, a row each. */
import { formatMoney, formatTotal } from '../../lib/format';
import type { Cents, Currency } from '../../lib/money/money';
import '../../styles/shared/figures.css';

export interface MoneyRow {
  label: string;
  /** Below the label. */
  note?: string;
  usd: Cents;
  lrd: Cents;
  isSum?: boolean;
}

/** `of`: what the rows are, for screen readers. */
export function MoneyTable({ of, rows }: { of: string; rows: readonly MoneyRow[] }) {
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>
            <span className="sr-only">{of}</span>
          </th>
          <th scope="col">USD</th>
          <th scope="col">LRD</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, note, usd, lrd, isSum }) => (
          <tr key={label} className={isSum ? 'sum' : undefined}>
            <th scope="row">
              {label}
              {note && <small>{note}</small>}
            </th>
            <Amount cents={usd} currency="USD" />
            <Amount cents={lrd} currency="LRD" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amount({ cents, currency }: { cents: Cents; currency: Currency }) {
  if (cents === 0) return <td className="nil">–</td>;
  return <td>{currency === 'USD' ? formatMoney(cents, 'USD') : formatTotal(cents, 'LRD')}</td>;
}

/** The rows, and below them their sum. */
export function withSum(label: string, rows: readonly MoneyRow[]): MoneyRow[] {
  const sum = (of: 'usd' | 'lrd') => rows.reduce((total, row) => total + row[of], 0);
  return [...rows, { label, usd: sum('usd'), lrd: sum('lrd'), isSum: true }];
}
