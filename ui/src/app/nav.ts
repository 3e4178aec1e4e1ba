/** The entries of the main navigation, by role. */
import {
  Beer,
  ChartColumn,
  HandCoins,
  LayoutGrid,
  type LucideIcon,
  NotebookText,
  Package,
  ReceiptText,
  TrendingUp,
} from 'lucide-react';
import { homeScreen, startsAtTill } from '../api/box';
import type { Role } from '../api/types';

interface NavEntry {
  label: string;
  /** The link's address. */
  href: string;
  /** The screen behind it. */
  screen: string;
  icon: LucideIcon;
  roles: readonly Role[];
}

const OFFICE: readonly Role[] = ['admin', 'manager'];
const ALL: readonly Role[] = ['admin', 'manager', 'bartender'];

const ENTRIES: readonly NavEntry[] = [
  { label: 'Inventory', href: '/', screen: '/inventory', icon: Package, roles: OFFICE },
  { label: 'Sales', href: '/sales', screen: '/sales', icon: TrendingUp, roles: ALL },
  { label: 'Credit', href: '/credit', screen: '/credit', icon: HandCoins, roles: ALL },
  { label: 'Tabs', href: '/customer-tab', screen: '/customer-tab', icon: NotebookText, roles: ALL },
  { label: 'Tables', href: '/table-service', screen: '/table-service', icon: LayoutGrid, roles: ALL },
  { label: 'Receipts', href: '/receipts', screen: '/receipts', icon: ReceiptText, roles: ALL },
  { label: 'Reports', href: '/reports', screen: '/reports', icon: ChartColumn, roles: OFFICE },
];

/** Comes first where the bar has chosen that bartenders start at the till. */
const TILL: NavEntry = { label: 'Till', href: '/', screen: '/bartender', icon: Beer, roles: ['bartender'] };

/** All entries when the role is not known. */
export function navEntries(role: Role | null): NavEntry[] {
  const entries = ENTRIES.filter((entry) => role === null || entry.roles.includes(role));
  return startsAtTill(role) ? [TILL, ...entries] : entries;
}

export function isCurrent(entry: NavEntry, path: string, role: Role | null): boolean {
  if (path.startsWith('/split/')) return entry.screen === '/table-service';
  return (path === '/' ? homeScreen(role) : path) === entry.screen;
}
