/** Sales screen: totals, heat map, top products, recent sales and Quick Sale. */

import { Gauge, Plus, Zap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { useTitle } from '../../lib/useTitle';
import { ClockQuestion } from '../../parts/clock/ClockQuestion';
import { OwnWorkNote } from '../../parts/own/OwnWorkNote';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { HeatMap } from './HeatMap';
import { QuickSaleDialog } from './QuickSaleDialog';
import { RECENT, RecentSales } from './RecentSales';
import { SalesStats } from './SalesStats';
import { words } from './strings';
import { TopProducts } from './TopProducts';

export default function SalesScreen() {
  useTitle(words.title);
  const bartender = useSession().user?.role === 'bartender';
  const [selling, setSelling] = useState(false);
  const analytics = useGet('/api/sales/analytics');
  const recent = useGet(at('/api/sales', { limit: RECENT }));
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <Link href="/bartender" className="action">
          <Zap />
          {words.quickService}
        </Link>
        {bartender && (
          <Link href="/bartender-dashboard" className="action">
            <Gauge />
            {words.dashboard}
          </Link>
        )}
        <button type="button" className="docked" onClick={() => setSelling(true)}>
          <Plus />
          {words.quickSale}
        </button>
      </header>
      <ClockQuestion />
      <OwnWorkNote />
      <Loaded query={analytics} errorText={words.loadFailed} skeleton={<Skeleton count={2} />}>
        {(data) => <SalesStats analytics={data} />}
      </Loaded>
      <div className="with-side">
        <div className="stack">
          {analytics.data ? (
            <>
              {analytics.data.heatMap.length > 0 && (
                <HeatMap days={analytics.data.heatMap} firstHour={analytics.data.firstHour} />
              )}
              {analytics.data.totalRevenue !== null && <TopProducts products={analytics.data.topProducts} />}
            </>
          ) : (
            !analytics.isError && <Skeleton count={1} height="20rem" />
          )}
        </div>
        <Loaded
          query={recent}
          errorText={words.loadFailed}
          skeleton={<Skeleton count={RECENT} height="3.5rem" />}
        >
          {(sales) => <RecentSales sales={sales} />}
        </Loaded>
      </div>
      {selling && <QuickSaleDialog onClose={() => setSelling(false)} />}
    </>
  );
}
