/** Tax Report: what a period was taxed, for the accountant. */
import { keepPreviousData } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { TaxReport } from '../../../api/types';
import { useBusinessDay } from '../../../api/useBusinessDay';
import { useTitle } from '../../../lib/useTitle';
import { type DateRange, rangeError } from '../../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { Exemptions } from './Exemptions';
import { monthOf, monthOptions, monthRange } from './months';
import { words } from './strings';
import { TaxActions } from './TaxActions';
import { TaxSection, TotalSection } from './TaxTable';
import '../../../styles/shared/staff.css';

const OTHER = { value: '', label: words.otherDates };

export default function TaxReportScreen() {
  useTitle(words.title);
  const today = useBusinessDay();
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <Link href="/reports" className="action small">
          <ArrowLeft />
          {words.reports}
        </Link>
      </header>
      {today ? <Period today={today} /> : <Skeleton count={2} height="9rem" />}
    </>
  );
}

function Period({ today }: { today: string }) {
  const [range, setRange] = useState(() => monthRange(today.slice(0, 7)));
  const error = rangeError(range);
  // While a date is being typed, the report of the dates before it stays.
  const [valid, setValid] = useState(range);
  function choose(next: DateRange) {
    setRange(next);
    if (!rangeError(next)) setValid(next);
  }
  const month = monthOf(range);
  const report = useGet(at('/api/reports/tax', { ...valid }), { placeholderData: keepPreviousData });
  return (
    <>
      <form className="stack tight" noValidate onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={words.month}
          value={month ?? ''}
          options={month ? monthOptions(today) : [OTHER, ...monthOptions(today)]}
          onValue={(value) => value && choose(monthRange(value))}
        />
        <div className="amounts">
          <TextField
            label={words.from}
            type="date"
            value={range.from}
            error={error}
            onValue={(from) => choose({ ...range, from })}
          />
          <TextField
            label={words.to}
            type="date"
            value={range.to}
            onValue={(to) => choose({ ...range, to })}
          />
        </div>
      </form>
      <Loaded query={report} errorText={words.failed} skeleton={<Skeleton count={2} height="12rem" />}>
        {(data: TaxReport) => <Report report={data} range={valid} />}
      </Loaded>
    </>
  );
}

function Report({ report, range }: { report: TaxReport; range: DateRange }) {
  const { tin, rows, voids, totals, receipts, servedUnpaid, exemptions = [] } = report;
  const empty = rows.length === 0 && voids.length === 0;
  return (
    <>
      <TaxActions range={range} />
      {empty ? (
        <Empty text={words.none} />
      ) : (
        <>
          <p className="meta">
            {[
              tin && words.tin(tin),
              words.receipts(receipts.count),
              receipts.first && words.receiptsFromTo(receipts.first, receipts.last ?? receipts.first),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className="halves">
            <TaxSection id="sales" title={words.sales} rows={rows} />
            <TaxSection id="voids" title={words.voids} rows={voids} />
            <TotalSection id="total" title={words.total} totals={totals} />
          </div>
          <small>{words.note}</small>
        </>
      )}
      <TaxSection id="unpaid" title={words.unpaid} note={words.unpaidNote} rows={servedUnpaid} />
      <Exemptions exemptions={exemptions} />
    </>
  );
}
