/** The parts of an X or Z. Rows of nothing and empty parts are left out. */
import type { ShiftReport } from '../../../api/types';
import { formatDate, formatDateTime } from '../../../lib/format';
import { Corrections } from './Corrections';
import { both, informationFacts, methodLines, SUMS, shownRows } from './figures';
import { Facts, Ledger } from './Ledger';
import { Movements } from './Movements';
import { bridgeRows, cashRows, noting, report as words } from './strings';

/** Only on a Z: an X is no close. */
const OF_THE_CLOSE = ['counted', 'overShort', 'left', 'dropped'];

export function ReportParts({ report }: { report: ShiftReport }) {
  const isZ = report.number !== null;
  const cash = shownRows(report.cash).filter(({ row }) => isZ || !OF_THE_CLOSE.includes(row));
  return (
    <div className="halves">
      <Ledger
        id="report-bridge"
        title={words.bridge}
        of={words.row}
        rows={shownRows(report.bridge).map((row) => ({
          ...row,
          label: bridgeRows[row.row] ?? row.row,
          sum: SUMS.includes(row.row),
        }))}
      />
      <Ledger
        id="report-methods"
        title={words.methods}
        of={words.method}
        rows={methodLines(report).map(({ name, count, isRefund, ...amounts }) => ({
          ...amounts,
          label: name,
          note: isRefund ? undefined : words.payments(count),
        }))}
      />
      <Ledger
        id="report-till"
        title={words.till}
        of={words.row}
        rows={cash.map((row) => ({
          ...row,
          label: cashRows[row.row] ?? row.row,
          sum: SUMS.includes(row.row),
        }))}
      />
      <Movements tillId={report.tillId} movements={report.movements} />
      <Corrections corrections={report.corrections} />
      {report.days.length > 1 && (
        <Ledger
          id="report-days"
          title={words.days}
          of={words.row}
          rows={report.days.map(({ date, ...amounts }) => ({ ...amounts, label: formatDate(date) }))}
        />
      )}
      {isZ && <Counts counts={report.counts} />}
      <Facts id="report-information" title={words.information} facts={informationFacts(report)} />
      <NoteList notes={report.notes} />
    </div>
  );
}

function Counts({ counts }: Pick<ShiftReport, 'counts'>) {
  if (counts.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="report-counts">
      <h2 id="report-counts">{words.counts}</h2>
      <ul className="list">
        {counts.map((count) => (
          <li key={count.at} className="shift-row">
            <div className="grow">
              <span className="name">{count.userName}</span>
              <small>{formatDateTime(count.at)}</small>
              {count.bad.map(({ currency, amount, reason }) => (
                <small key={`${currency}${reason}${amount}`}>
                  {words.bad[reason]}: {currency === 'USD' ? both(amount, '0') : both('0', amount)}
                </small>
              ))}
            </div>
            <b>{both(count.amountUSD, count.amountLRD)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteList({ notes }: Pick<ShiftReport, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="report-notes">
      <h2 id="report-notes">{words.notes}</h2>
      <ul className="list">
        {notes.map(({ at, userName, text, count }) => (
          <li key={`${at} ${text}`}>
            <div className="grow">
              <span className="name">{text}</span>
              {count && <b>{noting.recounted(both(count.amountUSD, count.amountLRD))}</b>}
              <small>{words.by(userName, at)}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
