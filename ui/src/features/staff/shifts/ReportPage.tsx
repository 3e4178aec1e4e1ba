/** One X or Z, as on paper: what was over or short, the bridge, methods, the till, movements, counts, information and notes. */
import { ArrowLeft, Calculator, NotebookPen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import type { ShiftReport } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import { useTitle } from '../../../lib/useTitle';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { ReportActions } from '../ReportActions';
import { csvUrl, fileNameOf, printReport, reportUrl, SHIFTS, type Shown } from './calls';
import { ReportHead } from './ReportHead';
import { ReportParts } from './ReportParts';
import { noting, report as words } from './strings';

const NoteDialog = lazy(() => import('./NoteDialog'));
const RecountDialog = lazy(() => import('./RecountDialog'));

export function ReportPage({ shown }: { shown: Shown }) {
  const query = useGet(reportUrl(shown));
  const title = 'number' in shown ? shown.number : words.x;
  useTitle(title);
  return (
    <>
      <header className="page-head">
        <hgroup>
          <h1>{title}</h1>
          <small>{query.data && `${query.data.tillName} · ${formatDate(query.data.businessDay)}`}</small>
        </hgroup>
        <Link href={SHIFTS} className="action small">
          <ArrowLeft />
          {words.back}
        </Link>
      </header>
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="9rem" />}>
        {(report) => (
          <>
            <ReportActions
              print={(_, options) => printReport(shown, options)}
              csv={csvUrl(shown)}
              fileName={fileNameOf(shown)}
            />
            <ReportHead report={report} />
            <ReportParts report={report} />
            {report.number !== null && <Notes report={report} number={report.number} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Notes({ report, number }: { report: ShiftReport; number: string }) {
  const [open, setOpen] = useState<'note' | 'recount' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="row report-actions">
        <button type="button" className="secondary small" onClick={() => setOpen('note')}>
          <NotebookPen />
          {noting.add}
        </button>
        <button type="button" className="secondary small" onClick={() => setOpen('recount')}>
          <Calculator />
          {noting.recount}
        </button>
      </div>
      <Suspense>
        {open === 'note' && <NoteDialog number={number} onClose={close} />}
        {open === 'recount' && <RecountDialog number={number} till={report.tillName} onClose={close} />}
      </Suspense>
    </>
  );
}
