/** The bartender's start screen: low stock, pending orders, today's sales, and links. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useGet } from '../../api/http/query';
import { type SessionUser, useSession } from '../../api/session';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Links } from './Links';
import { RecentOrders } from './RecentOrders';
import { Stats } from './Stats';
import { words } from './strings';

export default function BartenderDashboard() {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const elsewhere = user?.role === 'admin';
  useEffect(() => {
    if (elsewhere) navigate('/admin', { replace: true });
  }, [elsewhere, navigate]);
  return user && !elsewhere ? <Dashboard user={user} onLogout={() => navigate('/logout')} /> : null;
}

function Dashboard({ user, onLogout }: { user: SessionUser; onLogout: () => void }) {
  useTitle(words.title);
  const stats = useGet('/api/bartender/dashboard-stats');
  return (
    <>
      <header className="page-head">
        <h1>{words.welcome(user.firstName || user.username)}</h1>
        <button type="button" className="secondary" onClick={onLogout}>
          {words.logout}
        </button>
      </header>
      <Loaded query={stats} errorText={words.loadFailed} skeleton={<Skeleton count={2} />}>
        {(figures) => <Stats figures={figures} />}
      </Loaded>
      <div className="with-side">
        <Links />
        <section className="stack" aria-labelledby="recent">
          <h2 id="recent">{words.recent}</h2>
          <Loaded query={stats} errorText={words.loadFailed} skeleton={<Skeleton height="3.5rem" />}>
            {(figures) => <RecentOrders orders={figures.recentOrders} />}
          </Loaded>
        </section>
      </div>
    </>
  );
}
