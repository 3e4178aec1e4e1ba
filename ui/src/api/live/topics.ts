/** Maps each topic of the live updates to the URLs to refetch. */

import type { Root } from '../calls';
import type { Topic } from '../types';

/** It counts what people do, whatever it is about. */
const EXCEPTIONS = '/api/reports/exceptions';

export const TOPICS: Record<Topic, readonly Root[]> = {
  products: ['/api/products', '/api/menu', '/api/bartender/dashboard-stats'],
  scans: ['/api/scans'],
  menu: ['/api/menu'],
  // Prices and debts are shown in both currencies, one of them at the current rate.
  rate: [
    '/api/exchange-rate',
    '/api/products',
    '/api/menu',
    '/api/orders',
    '/api/credit',
    '/api/tabs',
    '/api/customers',
  ],
  // The sheet of a night as it stands changes with all that happens in it.
  sales: ['/api/sales', '/api/bartender/dashboard-stats', '/api/admin', EXCEPTIONS, '/api/sheets'],
  credit: ['/api/credit', '/api/tabs', '/api/customers', EXCEPTIONS, '/api/sheets'],
  orders: ['/api/orders', '/api/bartender/dashboard-stats', EXCEPTIONS, '/api/sheets'],
  tables: ['/api/tables'],
  receipts: ['/api/receipts'],
  users: ['/api/users', '/api/admin'],
  // The start of the day decides which day and which hour comes first.
  settings: [
    '/api/settings',
    '/api/sales/analytics',
    '/api/admin/sales-report',
    '/api/cash',
    '/api/menu/qr',
    '/api/menu/codes',
    '/api/network',
    '/api/backups',
    '/api/standby',
    '/api/box',
    '/api/tips',
  ],
  printers: ['/api/printers', '/api/print-jobs', EXCEPTIONS],
  // Accounts too: managers hear of a used invitation here, because the topic of accounts goes to admins alone.
  devices: ['/api/devices', '/api/users', EXCEPTIONS],
  // Also sent to everybody when the settings change, whose own topic goes to admins alone: with what every phone reads of them.
  reasons: ['/api/reasons', '/api/approvals/rules', '/api/cash', '/api/tips', '/api/tax'],
  clock: ['/api/clock', '/api/reports', '/api/sheets'],
  approvals: ['/api/approvals', EXCEPTIONS, '/api/sheets'],
  sheets: ['/api/sheets'],
  tips: ['/api/tips'],
  // With the people to hand a till or an order over to.
  tills: ['/api/tills', '/api/reports/cash', '/api/cash/people', '/api/colleagues'],
  // A shift that opens decides where cash is booked.
  shifts: ['/api/shifts', '/api/tills', '/api/z', '/api/reports/cash'],
  tax: ['/api/tax'],
  fiscal: ['/api/fiscal'],
  bills: ['/api/bills', '/api/orders', '/api/sheets'],
  head: ['/api/head-link'],
};

/** The URLs to refetch for these topics; null when a topic is unknown: then everything must be refetched. */
export function urlsOf(topics: readonly Topic[]): Root[] | null {
  const urls = new Set<Root>();
  for (const topic of topics) {
    // A newer server may send a topic that this page does not know.
    const known: readonly Root[] | undefined = TOPICS[topic];
    if (!known) return null;
    for (const url of known) urls.add(url);
  }
  return [...urls];
}
