/** Groups credit items by customer, in the order of the newest item. */
import { dueOf } from '../../api/prices';
import type { CreditItem, Tab } from '../../api/types';
import type { Dual } from '../../lib/money/money';
import { createSearchIndex, phoneTexts } from '../../lib/search';
import { type Customer, keyOf } from '../../parts/customers/customers';

export type Filter = 'active' | 'paid' | 'all';

export interface Group extends Customer {
  key: string;
  items: CreditItem[];
  /** All unpaid items, regardless of the search. */
  active: CreditItem[];
  /** The amount due for them, as the server computes it now. */
  due: Dual;
}

export function groupsOf(
  items: readonly CreditItem[],
  tabs: readonly Tab[],
  filter: Filter,
  query: string,
): Group[] {
  const due = new Map(tabs.map((tab) => [keyOf(tab), dueOf(tab)]));
  const active = new Map<string, CreditItem[]>();
  for (const item of items) {
    if (item.status === 'active') push(active, keyOf(item), item);
  }
  const wanted = items.filter(({ status }) => filter === 'all' || status === filter);
  const found = createSearchIndex(wanted, (item) => [
    item.customerName,
    ...phoneTexts(item.customerPhone),
    item.productName,
    item.notes,
  ]).find(query);
  const groups = new Map<string, CreditItem[]>();
  for (const item of found) push(groups, keyOf(item), item);
  return [...groups].map(([key, own]) => ({
    key,
    customerName: own[0]?.customerName ?? '',
    customerPhone: own[0]?.customerPhone ?? null,
    items: own,
    active: active.get(key) ?? [],
    due: due.get(key) ?? { usd: 0, lrd: 0 },
  }));
}

/** Tabs with an amount due, the largest first. */
export function debtorsOf(tabs: readonly Tab[]): Tab[] {
  return tabs
    .filter(({ status }) => status !== 'paid')
    .sort((one, other) => dueOf(other).usd - dueOf(one).usd);
}

function push(lists: Map<string, CreditItem[]>, key: string, item: CreditItem): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
