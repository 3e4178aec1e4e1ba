/** The pages of the settings, in the order of their list. */
import {
  Banknote,
  CalendarClock,
  Cloud,
  Coins,
  CreditCard,
  DatabaseBackup,
  Info,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Network,
  Percent,
  Printer,
  ReceiptText,
  ScrollText,
  Server,
  ShieldCheck,
  Store,
  Users,
  Wallet,
  Wifi,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { Settings } from './settings';
import { groups, type pages as words } from './strings';

interface PageModule {
  default: ComponentType<{ settings: Settings }>;
}

interface SettingsPage {
  /** The last part of its address, such as `printing` of `/settings/printing`. */
  id: keyof typeof words;
  icon: LucideIcon;
  load: () => Promise<PageModule>;
  /** Listed only where the bar has tills. */
  needsTills?: true;
}

export const GROUPS: readonly { title: string; pages: readonly SettingsPage[] }[] = [
  {
    title: groups.bar,
    pages: [
      { id: 'business', icon: Store, load: () => import('./Business') },
      { id: 'day', icon: CalendarClock, load: () => import('./BusinessDay') },
      { id: 'tables', icon: LayoutGrid, load: () => import('./TablesPart') },
      { id: 'screens', icon: ListChecks, load: () => import('./ScreenSettings') },
      { id: 'people', icon: Users, load: () => import('./people/People') },
      { id: 'approvals', icon: ShieldCheck, load: () => import('./people/Approvals') },
    ],
  },
  {
    title: groups.money,
    pages: [
      { id: 'cash', icon: Coins, load: () => import('./money/Cash') },
      { id: 'bills', icon: ReceiptText, load: () => import('./money/Bills') },
      { id: 'tax', icon: Percent, load: () => import('./tax/Tax') },
      { id: 'tills', icon: Wallet, load: () => import('./money/tills/Tills'), needsTills: true },
      { id: 'methods', icon: CreditCard, load: () => import('./money/Methods') },
      { id: 'denominations', icon: Banknote, load: () => import('./money/Denominations') },
    ],
  },
  {
    title: groups.paper,
    pages: [
      { id: 'printing', icon: Printer, load: () => import('./printing/Printing') },
      { id: 'jobs', icon: ScrollText, load: () => import('./printing/Jobs') },
      { id: 'wifi', icon: Wifi, load: () => import('./GuestWifi') },
    ],
  },
  {
    title: groups.box,
    pages: [
      { id: 'network', icon: Network, load: () => import('./network/Network') },
      { id: 'backups', icon: DatabaseBackup, load: () => import('./backups/BackupsPart') },
      { id: 'second', icon: Server, load: () => import('./backups/SecondBox') },
      { id: 'head', icon: Cloud, load: () => import('./head/HeadOffice') },
      { id: 'about', icon: Info, load: () => import('./About') },
    ],
  },
];

const PAGES = GROUPS.flatMap(({ pages }) => pages);
/** Shown beside the list until another page is chosen. */
export const FIRST_PAGE = PAGES[0];

/** One lazy component per page, created once: a new one at every render would mount the page again. */
const COMPONENTS = new Map(PAGES.map((page) => [page, lazy(page.load)]));

export const findPage = (id: string | undefined): SettingsPage | undefined =>
  PAGES.find((page) => page.id === id);

export const componentOf = (page: SettingsPage) => COMPONENTS.get(page);

export const addressOf = (id: SettingsPage['id']): string => `/settings/${id}`;

/** Fetches the code of all pages, so that they open when the server is unreachable. */
export async function loadPages(): Promise<void> {
  for (const { load } of PAGES) await load();
}
