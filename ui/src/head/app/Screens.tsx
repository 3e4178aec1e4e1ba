/** The screen of the address. What an area manager looks at comes with the shell; the rest has files of its own. */
import { type ComponentType, lazy } from 'react';
import { Link, Route, Switch } from 'wouter';
import { useTitle } from '../../lib/useTitle';
import { isOwner, useSession } from '../api/session';
import BarScreen from '../features/bar/BarScreen';
import OpenScreen from '../features/open/OpenScreen';
import OverviewScreen from '../features/overview/OverviewScreen';
import ShiftsScreen from '../features/shifts/ShiftsScreen';
import StockScreen from '../features/stock/StockScreen';
import { words } from './strings';

interface ScreenRoute {
  path: string;
  screen: ComponentType;
  ownersOnly?: true;
}

const ROUTES: readonly ScreenRoute[] = [
  { path: '/', screen: OverviewScreen },
  { path: '/bars/:bar', screen: BarScreen },
  {
    path: '/bars/:bar/lines/:line',
    screen: lazy(() => import('../features/bar/EntriesScreen')),
    ownersOnly: true,
  },
  { path: '/shifts', screen: ShiftsScreen },
  { path: '/open', screen: OpenScreen },
  { path: '/stock', screen: StockScreen },
  { path: '/changes', screen: lazy(() => import('../features/changes/ChangesScreen')) },
  { path: '/add', screen: lazy(() => import('../features/add/AddScreen')), ownersOnly: true },
  { path: '/users', screen: lazy(() => import('../features/users/UsersScreen')), ownersOnly: true },
  { path: '/audit', screen: lazy(() => import('../features/audit/AuditScreen')), ownersOnly: true },
  { path: '/products', screen: lazy(() => import('../features/products/ProductsScreen')), ownersOnly: true },
  { path: '/import', screen: lazy(() => import('../features/import/ImportScreen')), ownersOnly: true },
];

export function Screens() {
  const { user } = useSession();
  return (
    <Switch>
      {ROUTES.map(({ path, screen: Screen, ownersOnly }) => (
        <Route key={path} path={path}>
          {ownersOnly && !isOwner(user) ? <Card title={words.onlyOwners} /> : <Screen />}
        </Route>
      ))}
      <Route>
        <Card title={words.notFound} lead={words.notFoundLead} />
      </Route>
    </Switch>
  );
}

function Card({ title, lead }: { title: string; lead?: string }) {
  useTitle(title);
  return (
    <article className="card stack">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      <p>
        <Link href="/" className="action">
          {words.toStart}
        </Link>
      </p>
    </article>
  );
}
