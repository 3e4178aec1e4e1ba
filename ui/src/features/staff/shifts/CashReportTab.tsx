/** The cash report: how sales became cash, who was over or short, pay-outs, by business day. */
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import type { CashReport } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import type { DateRange } from '../../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { DatedTab } from '../DatedTab';
import { ReportActions } from '../ReportActions';
import { addressOf, cashCsvUrl, cashFileName, cashReportUrl, printCash } from './calls';
import { both, type Fact, isNothing, SUMS, shownRows, verdicts } from './figures';
import { Facts, Ledger } from './Ledger';
import { bridgeRows, words as list, report as reportWords, cashReport as words } from './strings';

export default function CashReportTab() {
  return <DatedTab>{(range) => <ReportOf range={range} />}</DatedTab>;
}

function ReportOf({ range }: { range: DateRange }) {
  const report = useGet(cashReportUrl(range), { placeholderData: keepPreviousData });
  return (
    <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="9rem" />}>
      {(found) => (
        <>
          <ReportActions
            print={(_, options) => printCash(range, options)}
            csv={cashCsvUrl(range)}
            fileName={cashFileName(range)}
          />
          <div className="halves">
            <Bridge id="cash-bridge" title={words.bridge} rows={found.bridge} />
            {found.outsideShifts.bridge.some((row) => !isNothing(row)) && (
              <Bridge id="cash-outside" title={words.outsideShifts} rows={found.outsideShifts.bridge} />
            )}
            <OverShort rows={found.overShort} />
            <PayOuts rows={found.payOuts} />
            <Facts id="cash-information" title={words.information} facts={factsOf(found)} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Bridge({ id, title, rows }: { id: string; title: string; rows: CashReport['bridge'] }) {
  return (
    <Ledger
      id={id}
      title={title}
      of={reportWords.row}
      rows={shownRows(rows).map((row) => ({
        ...row,
        label: bridgeRows[row.row] ?? row.row,
        sum: SUMS.includes(row.row),
      }))}
    />
  );
}

function OverShort({ rows }: { rows: CashReport['overShort'] }) {
  return (
    <section className="card stack tight" aria-labelledby="cash-over-short">
      <h2 id="cash-over-short">{words.overShort}</h2>
      {rows.length === 0 && <Empty text={words.none} />}
      <ul className="list">
        {rows.map((row) => {
          const handIn = { amountUSD: row.handInUSD, amountLRD: row.handInLRD };
          return (
            <li key={row.number} className="shift-row">
              <div className="grow">
                <Link href={addressOf({ number: row.number })} className="name">
                  {row.number}
                </Link>
                <small>
                  {row.tillName} · {row.responsibleName} · {formatDate(row.businessDay)}
                </small>
                {!isNothing(handIn) && <small>{words.handIn(both(row.handInUSD, row.handInLRD))}</small>}
              </div>
              <span className="shift-verdict">
                {(verdicts(row.amountUSD, row.amountLRD) ?? [list.notCounted]).map((one) => (
                  <b key={one}>{one}</b>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PayOuts({ rows }: { rows: CashReport['payOuts'] }) {
  if (rows.length > 0)
    return (
      <Ledger
        id="cash-pay-outs"
        title={words.payOuts}
        of={reportWords.row}
        rows={rows.map(({ reason, count, ...amounts }) => ({
          ...amounts,
          label: reason,
          note: `${count} ×`,
        }))}
      />
    );
  return (
    <section className="card stack tight" aria-labelledby="cash-pay-outs">
      <h2 id="cash-pay-outs">{words.payOuts}</h2>
      <p>{words.noPayOuts}</p>
    </section>
  );
}

function factsOf({ assumed, unassigned, inTransit }: CashReport): Fact[] {
  const fact = (label: string, { count, amountUSD, amountLRD }: CashReport['assumed']): Fact => [
    label,
    reportWords.times(count, both(amountUSD, amountLRD)),
  ];
  return [fact(words.assumed, assumed), fact(words.unassigned, unassigned), fact(words.inTransit, inTransit)];
}
