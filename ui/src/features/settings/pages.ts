/** The pages of the settings, in the order of their list. */
import {
  Banknote,
  CalendarClock,
  Cloud,
  Coins,
  ConciergeBell,
  CreditCard,
  DatabaseBackup,
  Download,
  Info,
  LayoutGrid,
  type LucideIcon,
  Network,
  Percent,
  Printer,
  ReceiptText,
  ScrollText,
  Server,
  ShieldQuestionMark,
  Smartphone,
  Store,
  Users,
  Wallet,
  Wifi,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { boxStore } from '../../api/box';
import { isAppliance } from '../../parts/machine/appliance';
import type { Settings } from './settings';
import { groups, networkViews, type pages as words } from './strings';

interface PageModule {
  default: ComponentType<{ settings: Settings }>;
}

export interface SettingsPage {
  /** The last part of its address, such as `printing` of `/settings/printing`. */
  id: keyof typeof words;
  icon: LucideIcon;
  load: () => Promise<PageModule>;
  /** Listed only where the bar has tills. */
  needsTills?: true;
  /** Only on a machine whose software the box drives. */
  needsAppliance?: true;
  /** On such a machine: the titles of what can be opened on the page, by the word after `?change=`. */
  views?: Readonly<Record<string, string>>;
}

export const GROUPS: readonly { title: string; pages: readonly SettingsPage[] }[] = [
  {
    title: groups.bar,
    pages: [
      { id: 'business', icon: Store, load: () => import('./Business') },
      { id: 'day', icon: CalendarClock, load: () => import('./BusinessDay') },
      { id: 'tables', icon: LayoutGrid, load: () => import('./TablesPart') },
      { id: 'screens', icon: Smartphone, load: () => import('./ScreenSettings') },
    ],
  },
  {
    title: groups.people,
    pages: [
      { id: 'people', icon: Users, load: () => import('./people/People') },
      { id: 'approvals', icon: ShieldQuestionMark, load: () => import('./people/Approvals') },
    ],
  },
  {
    title: groups.money,
    pages: [
      { id: 'cash', icon: Coins, load: () => import('./money/Cash') },
      { id: 'tills', icon: Wallet, load: () => import('./money/tills/Tills'), needsTills: true },
      { id: 'methods', icon: CreditCard, load: () => import('./money/Methods') },
      { id: 'denominations', icon: Banknote, load: () => import('./money/Denominations') },
      { id: 'bills', icon: ReceiptText, load: () => import('./money/Bills') },
      { id: 'service', icon: ConciergeBell, load: () => import('./tax/ServiceCharge') },
      { id: 'tax', icon: Percent, load: () => import('./tax/Tax') },
    ],
  },
  {
    title: groups.paper,
    pages: [
      { id: 'printing', icon: Printer, load: () => import('./printing/Printing') },
      { id: 'jobs', icon: ScrollText, load: () => import('./printing/Jobs') },
    ],
  },
  { title: groups.guests, pages: [{ id: 'wifi', icon: Wifi, load: () => import('./network/GuestWifi') }] },
  {
    title: groups.box,
    pages: [
      { id: 'network', icon: Network, load: () => import('./network/Network'), views: networkViews },
      { id: 'software', icon: Download, load: () => import('./machine/Software'), needsAppliance: true },
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

export const groupOf = (id: SettingsPage['id']): string =>
  GROUPS.find(({ pages }) => pages.some((page) => page.id === id))?.title ?? '';

export const componentOf = (page: SettingsPage) => COMPONENTS.get(page);

export const addressOf = (id: SettingsPage['id']): string => `/settings/${id}`;

/** Whether the machine has what the page is about. */
export const isThere = ({ needsAppliance }: SettingsPage): boolean =>
  !needsAppliance || isAppliance(boxStore.get());

/** Whether the bar has what the page is about. */
export const isListed = (page: SettingsPage, mode: Settings['cash']['mode']): boolean =>
  isThere(page) && (!page.needsTills || mode !== 'off');

/** Fetches the code of all pages, so that they open when the server is unreachable. */
export async function loadPages(): Promise<void> {
  for (const page of PAGES) if (isThere(page)) await page.load();
}
