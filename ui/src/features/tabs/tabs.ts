/** Counts and sums of tabs by payment status, and the filter of the list. */
import { dueOf } from '../../api/prices';
import type { PaymentStatus, Tab } from '../../api/types';

export type Filter = 'all' | PaymentStatus;

export interface Figures {
  count: number;
  /** In US cents. */
  due: number;
}

export function figuresOf(tabs: readonly Tab[], status: PaymentStatus): Figures {
  const those = tabs.filter((tab) => tab.status === status);
  return { count: those.length, due: those.reduce((sum, tab) => sum + dueOf(tab).usd, 0) };
}

export function shownOf(tabs: readonly Tab[], filter: Filter): Tab[] {
  const shown = tabs.filter(({ status }) => filter === 'all' || status === filter);
  return shown.sort((one, other) => Number(one.status === 'paid') - Number(other.status === 'paid'));
}

/** The tabs with the one of `customerId` first; names may be spelled differently. The same array when it is not among them. */
export function withFirst(tabs: Tab[], customerId: string | null): Tab[] {
  const wanted = customerId?.toLowerCase();
  const tab = tabs.find((one) => one.customerId.toLowerCase() === wanted);
  return tab ? [tab, ...tabs.filter((other) => other !== tab)] : tabs;
}
