/** What each customer owes, or has paid lately: one account per customer, the oldest debt first. */
import { boxStore } from '../../api/box';
import { dueOf } from '../../api/prices';
import type { CreditItem, PaymentStatus, Tab } from '../../api/types';
import { type Currency, type Dual, fromServer, leadingCurrency } from '../../lib/money/money';
import { createSearchIndex } from '../../lib/search';
import { type Customer, keyOf, shownKeyOf } from '../../parts/customers/customers';
import { ageOf, leadingOf, NIGHT } from '../../parts/customers/openTabs';
import { phoneTexts } from '../../parts/customers/phoneTexts';

/** `active`: something is owed; `somePaid`: something was paid. */
export type Filter = 'all' | 'active' | 'somePaid' | PaymentStatus;
/** Owed since tonight, owed for longer, or paid. */
export type Since = 'tonight' | 'before' | 'paid';

export interface Account extends Customer {
  key: string;
  status: PaymentStatus;
  /** What is owed; once that is nothing, what was paid. */
  amount: Dual;
  leads: Currency;
  /** The oldest first. */
  items: CreditItem[];
  /** Null for customers who have paid before the tabs that the box still lists. */
  tab: Tab | null;
  /** Minutes since the oldest item that is not paid. */
  age: number;
  since: Since;
  /** Another customer has this name. */
  hasNamesake: boolean;
}

/** `paid` are paid items: also of customers without a tab. */
export function accountsOf(tabs: readonly Tab[], paid: readonly CreditItem[], now: number): Account[] {
  const tabOf = new Map(tabs.map((tab) => [shownKeyOf(tab), tab]));
  const itemsOf = new Map<string, Map<number, CreditItem>>();
  const add = (key: string, item: CreditItem) =>
    itemsOf.set(key, (itemsOf.get(key) ?? new Map<number, CreditItem>()).set(item.id, item));
  for (const item of paid) add(shownKeyOf(item), item);
  for (const [key, { items }] of tabOf) for (const item of items) add(key, item);
  const keys = new Set([...tabOf.keys(), ...itemsOf.keys()]);
  const accounts = [...keys].map((key) =>
    accountOf(key, tabOf.get(key) ?? null, [...(itemsOf.get(key)?.values() ?? [])], now),
  );
  const names = accounts.map(nameOf);
  for (const [at, name] of names.entries()) {
    const account = accounts[at];
    if (account) account.hasNamesake = names.indexOf(name) !== names.lastIndexOf(name);
  }
  return accounts.sort((one, other) => other.age - one.age || lastPaid(other).localeCompare(lastPaid(one)));
}

function accountOf(key: string, tab: Tab | null, known: CreditItem[], now: number): Account {
  const items = known.sort((one, other) => one.id - other.id);
  const status = tab?.status ?? 'paid';
  const owes = tab !== null && status !== 'paid';
  const age = owes ? ageOf(tab, now) : -1;
  const { customerName = '', customerPhone = null } = tab ?? items[0] ?? {};
  return {
    key,
    customerName,
    customerPhone,
    status,
    amount: owes ? dueOf(tab) : sumOf(items),
    leads: owes ? leadingOf(tab) : leadingCurrency(items),
    items,
    tab,
    age,
    since: owes ? (age < NIGHT ? 'tonight' : 'before') : 'paid',
    hasNamesake: false,
  };
}

const nameOf = ({ customerName }: Account) => keyOf({ customerName, customerPhone: null });

function sumOf(items: readonly CreditItem[]): Dual {
  return totalOf(
    items.map(({ grossUSD, grossLRD }) => ({ usd: fromServer(grossUSD), lrd: fromServer(grossLRD) })),
  );
}

export function totalOf(amounts: readonly Dual[]): Dual {
  return amounts.reduce((all, { usd, lrd }) => ({ usd: all.usd + usd, lrd: all.lrd + lrd }), {
    usd: 0,
    lrd: 0,
  });
}

/** The time of the last payment, as text that sorts; '' without one. */
export function lastPaid({ items }: Pick<Account, 'items'>): string {
  return items.reduce((last, { paidAt }) => (paidAt && paidAt > last ? paidAt : last), '');
}

export const isOwed = ({ status }: Pick<Account, 'status'>): boolean => status !== 'paid';

/** Pieces of the items that are still owed; once none is, of all. */
export function piecesOf({ status, items }: Account): number {
  const counted = items.filter((item) => status === 'paid' || item.status === 'active');
  return counted.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** By name, phone, product or note. */
export function shownOf(accounts: readonly Account[], filter: Filter, query: string): Account[] {
  const wanted = accounts.filter((account) => {
    if (filter === 'active') return isOwed(account);
    if (filter === 'somePaid') return account.items.some(({ status }) => status === 'paid');
    return filter === 'all' || filter === account.status;
  });
  return createSearchIndex(wanted, ({ customerName, customerPhone, items }) => [
    customerName,
    ...phoneTexts(customerPhone, boxStore.get()?.phoneCountry),
    ...items.flatMap(({ productName, notes }) => [productName, notes]),
  ]).find(query);
}

export interface Day {
  /** `YYYY-MM-DD` on this phone. */
  date: string;
  items: CreditItem[];
  pieces: number;
  /** What they cost, each in its own currency. */
  total: Dual;
}

/** An item's total in its own currency: the other one is converted, and sums of it differ from what is due by rounding. */
function ownPrice({ currency, grossUSD, grossLRD }: CreditItem): Dual {
  return currency === 'USD' ? { usd: fromServer(grossUSD), lrd: 0 } : { usd: 0, lrd: fromServer(grossLRD) };
}

/** The items by day, the latest day first. */
export function daysOf(items: readonly CreditItem[], dateOf: (iso: string) => string): Day[] {
  const days = new Map<string, CreditItem[]>();
  for (const item of items) {
    const date = dateOf(item.createdAt);
    days.set(date, [...(days.get(date) ?? []), item]);
  }
  return [...days].reverse().map(([date, own]) => ({
    date,
    items: own,
    pieces: own.reduce((sum, { quantity }) => sum + quantity, 0),
    total: totalOf(own.map(ownPrice)),
  }));
}
