/** The tabs of the Staff screen, in their order. A tab is here once it has something behind it. */
import { type ComponentType, lazy } from 'react';
import type { tabNames } from './strings';

interface TabModule {
  default: ComponentType;
}

interface StaffTab {
  /** The last part of its address, such as `reasons` of `/staff/reasons`. */
  id: keyof typeof tabNames;
  load: () => Promise<TabModule>;
}

export const TABS: readonly [StaffTab, ...StaffTab[]] = [
  { id: 'devices', load: () => import('./devices/DevicesTab') },
  { id: 'hours', load: () => import('./hours/HoursTab') },
  { id: 'exceptions', load: () => import('./exceptions/ExceptionsTab') },
  { id: 'tips', load: () => import('./tips/TipsTab') },
  { id: 'approvals', load: () => import('./approvals/ApprovalsTab') },
  { id: 'reasons', load: () => import('./reasons/ReasonsTab') },
];

/** One lazy component per tab, created once: a new one at every render would mount the tab again. */
const COMPONENTS = new Map(TABS.map((tab) => [tab, lazy(tab.load)]));

export const findTab = (id: string | undefined): StaffTab => TABS.find((tab) => tab.id === id) ?? TABS[0];

export const componentOf = (tab: StaffTab) => COMPONENTS.get(tab);

export const addressOf = (id: StaffTab['id']): string => `/staff/${id}`;

/** Fetches the code of all tabs, so that they open when the server is unreachable. */
export async function loadTabs(): Promise<void> {
  for (const { load } of TABS) await load();
}
