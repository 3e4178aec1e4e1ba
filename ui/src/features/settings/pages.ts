/** The pages of the settings, in the order of their list. */
import { type ComponentType, lazy } from 'react';
import { boxStore } from '../../api/box';
import { isAppliance } from '../../parts/machine/appliance';
import type { Settings } from './settings';
import { groups, networkViews, type pages as words } from './strings';

interface PageModule {
  default: ComponentType<{ settings: Settings }>;
  /** Fetches what the page itself fetches when it is shown. */
  loadContent?: () => Promise<unknown>;
}

export interface SettingsPage {
  /** The last part of its address, such as `printing` of `/settings/printing`. */
  id: keyof typeof words;
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
      { id: 'business', load: () => import('./Business') },
      { id: 'day', load: () => import('./BusinessDay') },
      { id: 'tables', load: () => import('./tables/TablesPart') },
      { id: 'screens', load: () => import('./ScreenSettings') },
    ],
  },
  {
    title: groups.people,
    pages: [
      { id: 'people', load: () => import('./people/People') },
      { id: 'approvals', load: () => import('./people/Approvals') },
    ],
  },
  {
    title: groups.money,
    pages: [
      { id: 'cash', load: () => import('./money/Cash') },
      { id: 'tills', load: () => import('./money/tills/Tills'), needsTills: true },
      { id: 'methods', load: () => import('./money/Methods') },
      { id: 'denominations', load: () => import('./money/Denominations') },
      { id: 'bills', load: () => import('./money/Bills') },
      { id: 'service', load: () => import('./tax/ServiceCharge') },
      { id: 'tax', load: () => import('./tax/Tax') },
    ],
  },
  {
    title: groups.paper,
    pages: [
      { id: 'printing', load: () => import('./printing/Printing') },
      { id: 'jobs', load: () => import('./printing/Jobs') },
    ],
  },
  { title: groups.guests, pages: [{ id: 'wifi', load: () => import('./network/GuestWifi') }] },
  {
    title: groups.box,
    pages: [
      { id: 'network', load: () => import('./network/Network'), views: networkViews },
      { id: 'software', load: () => import('./machine/Software'), needsAppliance: true },
      { id: 'time', load: () => import('./machine/Time'), needsAppliance: true },
      { id: 'backups', load: () => import('./backups/BackupsPart') },
      { id: 'second', load: () => import('./backups/SecondBox') },
      { id: 'head', load: () => import('./head/HeadOffice') },
      { id: 'help', load: () => import('./machine/Help'), needsAppliance: true },
      { id: 'about', load: () => import('./About') },
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
  for (const page of PAGES.filter(isThere)) {
    const { loadContent } = await page.load();
    await loadContent?.();
  }
}
