/** The top of an X or Z: over or short, the hint, when and by whom it was opened and closed. */
import { CircleCheck, CircleMinus, CirclePlus } from 'lucide-react';
import type { ShiftReport } from '../../../api/types';
import { type Currency, fromServer } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { Notice } from '../../../ui/feedback/Notice';
import { headFacts, money, rowOf, verdict } from './figures';
import { FactList } from './Ledger';
import { words as list, report as words } from './strings';

export function ReportHead({ report }: { report: ShiftReport }) {
  const { number, notCounted, confirmed, responsibleName, copies, hint, restored } = report;
  return (
    <section className="card stack shift-head" aria-label={number ?? words.x}>
      <div className="row report-badges">
        {number === null && <Badge status="info">{words.notAClose}</Badge>}
        {notCounted && <Badge status="warning">{list.notCounted}</Badge>}
        {!confirmed && <Badge status="warning">{list.notConfirmed(responsibleName)}</Badge>}
        {number !== null && copies > 0 && <small>{words.copy(copies)}</small>}
      </div>
      {number !== null && !notCounted && (
        <div className="over-short">
          <OverShort report={report} currency="USD" />
          <OverShort report={report} currency="LRD" />
        </div>
      )}
      {number !== null && hint && <Notice kind="warning">{hint}</Notice>}
      {restored && <Notice kind="warning">{words.restored}</Notice>}
      <FactList facts={headFacts(report)} />
    </section>
  );
}

function OverShort({ report, currency }: { report: ShiftReport; currency: Currency }) {
  const of = (name: string) => rowOf(report.cash, name)?.[`amount${currency}`] ?? '0.00';
  const difference = fromServer(of('overShort'));
  const Icon = difference === 0 ? CircleCheck : difference < 0 ? CircleMinus : CirclePlus;
  return (
    <p data-status={difference === 0 ? 'ok' : difference < 0 ? 'error' : 'warning'}>
      <b>
        <Icon />
        {verdict(of('overShort'), currency)}
      </b>
      <small>{words.counted(money(of('counted'), currency), money(of('expected'), currency))}</small>
    </p>
  );
}
