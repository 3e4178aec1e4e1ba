/** The figures of tabs: what is due in each state, and the bill that a payment is weighed against. */
import { dueOf } from '../../api/prices';
import type { PaymentStatus, Tab } from '../../api/types';
import { fromServer } from '../../lib/money';
import type { Bill } from '../../lib/tender';

export type Filter = 'all' | PaymentStatus;

export interface Figures {
  count: number;
  /** In dollars. */
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

/**
 * What is owed in each currency of its own. Once there is money on an unpaid item, only the box knows in which
 * currency its rest is owed: then the finer of the two figures stands for all of it.
 */
export function billOf(tab: Tab, rate: number): Bill {
  const remaining = dueOf(tab);
  const open = tab.items.filter(({ status }) => status === 'active');
  if (open.some((item) => fromServer(item.paidAmountUSD) > 0)) {
    return { rate, owed: { usd: 0, lrd: remaining.lrd }, remaining };
  }
  const sum = (currency: string) =>
    open
      .filter((item) => item.currency === currency)
      .reduce((total, item) => total + fromServer(item.totalAmount), 0);
  return { rate, owed: { usd: sum('USD'), lrd: sum('LRD') }, remaining };
}
