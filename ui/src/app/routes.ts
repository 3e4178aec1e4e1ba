/** Route table: path, access, and the module of each screen. */
import type { ComponentType } from 'react';
import { homeScreen } from '../api/box';
import type { Address, Call } from '../api/calls';
import type { Role } from '../api/types';

/** `reports`: admins, and managers where the bar lets them open the reports. */
type Access = 'public' | 'signedIn' | 'reports' | readonly Role[];

export interface Route {
  path: string;
  access: Access;
  /**
   * The screen's own chunk; its default export is the screen. A screen with pages exports `loadPages`, which fetches their chunks:
   * so that they open even when the server is unreachable.
   */
  load: () => Promise<{ default: ComponentType; loadPages?: () => Promise<void> }>;
  /** URLs that the screen reads first; fetched while its code is loading. */
  prefetch?: readonly Call<'get'>[];
  /** Redirects to /login when signed out (product.md); other screens show the sign-in form at their own address. */
  sendsToSignIn?: true;
}

/** Written out: the sign-in page need not know how addresses are made. */
const LATEST_SALES = '/api/sales?limit=10' as Address<'/api/sales'>;

export const ROUTES: readonly Route[] = [
  {
    path: '/inventory',
    access: 'signedIn',
    load: () => import('../features/inventory/InventoryScreen'),
    prefetch: ['/api/products', '/api/exchange-rate'],
  },
  {
    path: '/prices',
    access: ['manager', 'admin'],
    load: () => import('../features/inventory/prices/PriceListScreen'),
  },
  {
    path: '/import',
    access: ['manager', 'admin'],
    load: () => import('../features/import/ImportScreen'),
  },
  {
    path: '/qr',
    access: 'signedIn',
    load: () => import('../features/menu-qr/QrScreen'),
  },
  {
    path: '/bartender',
    access: 'signedIn',
    load: () => import('../features/quick-service/QuickServiceScreen'),
    prefetch: ['/api/products', '/api/products/best-sellers', '/api/exchange-rate', '/api/cash/setup'],
  },
  {
    path: '/sales',
    access: 'signedIn',
    load: () => import('../features/sales/SalesScreen'),
    prefetch: ['/api/sales/analytics', LATEST_SALES],
  },
  {
    path: '/receipts',
    access: 'signedIn',
    load: () => import('../features/receipts/ReceiptsScreen'),
    prefetch: ['/api/receipts', '/api/sales/analytics'],
  },
  {
    path: '/admin',
    access: ['admin'],
    load: () => import('../features/admin/AdminScreen'),
  },
  // What /admin shows of the night, for managers too.
  {
    path: '/tonight',
    access: 'reports',
    load: () => import('../features/admin/AdminScreen'),
  },
  {
    path: '/reports',
    access: 'reports',
    load: () => import('../features/reports/ReportsScreen'),
  },
  {
    path: '/reports/tax',
    access: ['admin'],
    load: () => import('../features/reports/tax/TaxReportScreen'),
  },
  {
    path: '/price-assistant',
    access: ['manager', 'admin'],
    load: () => import('../features/price-assistant/PriceAssistantScreen'),
  },
  {
    path: '/settings/:page?',
    access: ['admin'],
    load: () => import('../features/settings/SettingsScreen'),
  },
  {
    path: '/audit',
    access: ['admin'],
    load: () => import('../features/audit/AuditScreen'),
  },
  {
    path: '/staff/:tab?',
    access: ['manager', 'admin'],
    load: () => import('../features/staff/StaffScreen'),
  },
  {
    path: '/truth/:key?',
    access: ['manager', 'admin'],
    load: () => import('../features/staff/truth/TruthScreen'),
  },
  {
    path: '/shifts/:key?',
    access: ['manager', 'admin'],
    load: () => import('../features/staff/shifts/ShiftsScreen'),
  },
  {
    path: '/me',
    access: 'signedIn',
    load: () => import('../features/hours/MeScreen'),
  },
  {
    path: '/drawer',
    access: 'signedIn',
    load: () => import('../features/drawer/DrawerScreen'),
  },
  {
    path: '/exchange-rate',
    access: ['admin'],
    load: () => import('../features/exchange-rate/ExchangeRateScreen'),
  },
  {
    path: '/table-service',
    access: 'signedIn',
    load: () => import('../features/orders/TableServiceScreen'),
    prefetch: [
      '/api/orders',
      '/api/tables',
      '/api/products',
      '/api/products/best-sellers',
      '/api/exchange-rate',
    ],
  },
  {
    path: '/split/:id',
    access: 'signedIn',
    load: () => import('../features/orders/split/SplitScreen'),
  },
  {
    path: '/bills',
    access: 'signedIn',
    load: () => import('../features/bills/BillsScreen'),
  },
  {
    path: '/bartender-dashboard',
    access: ['bartender', 'admin'],
    load: () => import('../features/bartender-dashboard/BartenderDashboard'),
    prefetch: ['/api/bartender/dashboard-stats'],
    sendsToSignIn: true,
  },
  {
    path: '/enrol',
    access: 'public',
    load: () => import('../features/enrol/EnrolScreen'),
  },
  {
    path: '/join',
    access: 'public',
    load: () => import('../features/join/JoinScreen'),
  },
  {
    path: '/trust',
    access: 'public',
    load: () => import('../features/trust/TrustScreen'),
  },
  {
    path: '/r/:token',
    access: 'public',
    load: () => import('../features/receipts/GuestReceipt'),
  },
  {
    path: '/credit',
    access: 'signedIn',
    load: () => import('../features/tabs/CreditScreen'),
    prefetch: ['/api/credit', '/api/tabs'],
  },
  {
    path: '/customer-tab',
    access: 'signedIn',
    load: () => import('../features/tabs/TabsScreen'),
    prefetch: ['/api/tabs'],
  },
];

/** The route of a path; `/` stands for the role's home screen. */
export function findRoute(path: string, role: Role | null): Route | undefined {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const target = clean === '/' ? homeScreen(role) : clean;
  return ROUTES.find((route) => matches(route.path, target));
}

/** `/r/:token` matches any single path segment in place of `:token`, `/staff/:tab?` also `/staff`. */
function matches(path: string, target: string): boolean {
  const [start = '', parameter = ''] = path.split(':');
  const rest = target.slice(start.length);
  return (
    path === target ||
    (target.startsWith(start) && rest !== '' && parameter !== '' && !rest.includes('/')) ||
    (parameter.endsWith('?') && `${target}/` === start)
  );
}
