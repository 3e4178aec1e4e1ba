/** What the bar gave away or lost in the period: discounts, goods on the house, voids and walk-outs. */
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { formatCount, formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import type { DateRange } from '../../parts/range/range';
import { Fold } from '../../ui/Fold';
import { words } from './strings';

type Kind = keyof typeof words.lessKinds;
const KINDS = Object.keys(words.lessKinds) as Kind[];

export function Less({ range }: { range: DateRange | null }) {
  const days = range ?? { from: '', to: '' };
  const report = useGet(at('/api/reports/exceptions', { from: days.from, to: days.to }), {
    enabled: range !== null,
    placeholderData: keepPreviousData,
  }).data;
  if (!report) return null;
  const rows = KINDS.map((kind) => ({
    kind,
    times: report.rows.reduce((sum, { kinds }) => sum + kinds[kind].count, 0),
    worth: report.rows.reduce((sum, { kinds }) => sum + fromServer(kinds[kind].worthUSD), 0),
  })).filter(({ times }) => times > 0);
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { worth }) => sum + worth, 0);
  return (
    <section aria-labelledby="less-title">
      <Fold
        summary={
          <>
            <h2 id="less-title" className="grow">
              {words.less}
            </h2>
            <small>{formatMoney(-total, 'USD')}</small>
          </>
        }
      >
        <div className="stack tight">
          <table className="ledger">
            <thead>
              <tr>
                <th>
                  <span className="sr-only">{words.lessWhat}</span>
                </th>
                <th scope="col">USD</th>
                <th scope="col">{words.times}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ kind, times, worth }) => (
                <tr key={kind}>
                  <th scope="row">{words.lessKinds[kind]}</th>
                  <td>{formatMoney(worth, 'USD')}</td>
                  <td>{formatCount(times)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Link href="/staff/exceptions" className="action quiet">
            {words.toExceptions}
          </Link>
        </div>
      </Fold>
    </section>
  );
}
