/** The night as it runs: sold beside the pace, what needs the owner, money, drawers, the box, bills, stock and exceptions. */
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import { useMinutes } from '../../../lib/render/useMinutes';
import { reportOf } from '../../../parts/nights/useNightsBefore';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { BoxCard } from './BoxCard';
import { runningOut } from './figures';
import { Headline } from './Headline';
import { Exceptions, OpenBills, RunningOut } from './Lists';
import { Drawers, MoneyTonight } from './MoneyCards';
import { Needs } from './Needs';
import { needsOf, sinceOf } from './needs';
import { words } from './strings';
import { openFor, usePace } from './useTonight';
import '../../../styles/shared/rows.css';
import '../../../styles/shared/staff.css';
import './tonight.css';

interface TonightProps {
  day: string;
  /** The hour at which the business day begins. */
  begins: number;
}

export default function Tonight({ day, begins }: TonightProps) {
  const isAdmin = useSession().user?.role === 'admin';
  const report = useGet(reportOf(day));
  const pace = usePace(day, begins);
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const printers = useGet('/api/printers').data ?? [];
  const reports = useGet('/api/z', { enabled: hasTills }).data ?? [];
  const products = useGet('/api/products').data ?? [];
  const sold = useGet(at('/api/admin/product-sales', { startDate: day, endDate: day })).data?.products ?? [];
  const now = useMinutes();
  const portions = products.map((product) => ({ ...product, stock: product.portions }));
  const runsOut = runningOut(portions, sold, openFor(report.data?.hours ?? [], now, begins));
  const since = sinceOf(day, report.data?.overallSummary.totalSales ?? 0);
  const needs = needsOf({ since, printers, reports, runsOut, now });
  return (
    <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="12rem" />}>
      {(figures) => (
        <div className="home">
          <Headline day={day} report={figures} pace={pace} />
          <Needs needs={needs} />
          <MoneyTonight takings={figures.takings} />
          {hasTills && <Drawers />}
          {isAdmin && <BoxCard />}
          <OpenBills />
          <RunningOut rows={runsOut} />
          <Exceptions day={day} />
        </div>
      )}
    </Loaded>
  );
}
