/** Shifts: the open ones and the Zs of the closed ones, one X or Z, and the cash report. */
import { Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import { useTitle } from '../../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { REPORT, SHIFTS, shownBy } from './calls';
import { ReportPage } from './ReportPage';
import { ShiftList } from './ShiftList';
import { words } from './strings';
import '../../../styles/shared/staff.css';

const CashReportTab = lazy(() => import('./CashReportTab'));

export default function ShiftsScreen() {
  // `/shifts/Z-000012`. Not useRoute, which would make the sign-in page larger.
  const key = useLocation()[0].split('/')[2];
  const setup = useGet('/api/cash/setup');
  const shown = shownBy(key);
  useTitle(words.title);
  return (
    <Loaded query={setup} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="6rem" />}>
      {({ mode }) =>
        shown ? <ReportPage key={key} shown={shown} /> : <Tabs tab={key} isOff={mode === 'off'} />
      }
    </Loaded>
  );
}

function Tabs({ tab, isOff }: { tab: string | undefined; isOff: boolean }) {
  const isReport = tab === 'report';
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <nav className="scroller staff-tabs" aria-label={words.tabs}>
        <Link href={SHIFTS} replace aria-current={isReport ? undefined : 'page'}>
          {words.title}
        </Link>
        <Link href={REPORT} replace aria-current={isReport ? 'page' : undefined}>
          {words.report}
        </Link>
      </nav>
      {isOff && <TillsAreOff />}
      {isReport ? (
        <Suspense fallback={<Skeleton count={3} height="9rem" />}>
          <CashReportTab />
        </Suspense>
      ) : (
        <ShiftList />
      )}
    </>
  );
}

function TillsAreOff() {
  const isAdmin = useSession().user?.role === 'admin';
  return (
    <Empty text={words.off} icon={Wallet}>
      {isAdmin ? <Link href="/settings/cash">{words.switchOn}</Link> : <p>{words.askAdmin}</p>}
    </Empty>
  );
}
