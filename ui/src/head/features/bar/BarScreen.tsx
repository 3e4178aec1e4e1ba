/** One bar: its figures, and for owners its box. */
import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { ApiError } from '../../../api/http/error';
import { useTitle } from '../../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { csvUrl } from '../../api/calls';
import { useOverview } from '../../api/reports';
import { isOwner } from '../../api/session';
import { isBehind } from '../../lib/bars';
import { Alerts } from '../../parts/Alerts';
import { PeriodFields } from '../../parts/PeriodFields';
import { ReportTools } from '../../parts/ReportTools';
import { StateBadges } from '../../parts/StateBadges';
import { words as partWords } from '../../parts/strings';
import { Totals } from '../../parts/Totals';
import { usePeriod } from '../../parts/usePeriod';
import { Now } from './Now';
import { Sales } from './Sales';
import { words } from './strings';

const BoxPart = lazy(() => import('./BoxPart'));

export default function BarScreen() {
  const { bar = '' } = useParams<{ bar: string }>();
  const search = useSearch();
  const [period, setPeriod] = usePeriod();
  const selection = { period, bar };
  const overview = useOverview(selection);
  // The figures of the bar before are not shown under this one.
  const row = overview.data?.bars.find((one) => one.bar === bar);
  useTitle(row?.name ?? partWords.bar);
  const back = (
    <Link href={`/${search ? `?${search}` : ''}`} className="action small no-print">
      <ChevronLeft />
      {words.back}
    </Link>
  );
  if (overview.error instanceof ApiError && overview.error.status === 404) {
    return <Empty text={words.unknown}>{back}</Empty>;
  }
  return (
    <>
      <header className="page-head">
        <div className="stack tight">
          <h1>{row?.name ?? partWords.bar}</h1>
          {row && <StateBadges bar={row} />}
          {row?.asOf && isBehind(row.state) && <small>{partWords.asOf(row.asOf)}</small>}
        </div>
        {back}
        <ReportTools csv={csvUrl('days', selection)} />
      </header>
      <PeriodFields period={period} onPeriod={setPeriod} />
      <Loaded
        query={{ ...overview, data: row && overview.data }}
        errorText={partWords.loadFailed}
        skeleton={<Skeleton count={1} height="14rem" />}
      >
        {({ alerts }) => (
          <>
            <Alerts alerts={alerts} />
            {row && <Totals figures={row} period={period} />}
          </>
        )}
      </Loaded>
      <div className="halves">
        <Sales selection={selection} />
        <Now selection={selection} />
      </div>
      {isOwner() && (
        <Suspense fallback={<Skeleton count={1} height="16rem" />}>
          <BoxPart bar={bar} />
        </Suspense>
      )}
    </>
  );
}
