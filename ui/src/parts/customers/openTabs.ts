/** Open tabs and their age: what a cart is put on with one tap, the latest first. */
import { boxStore } from '../../api/box';
import type { Tab } from '../../api/types';
import { type Currency, fromServer } from '../../lib/money/money';
import { createSearchIndex } from '../../lib/search';
import { phoneTexts } from './phoneTexts';

/** More would push the fields of a new tab out of sight; the search finds the others. */
export const SHOWN = 6;
const MINUTE_MS = 60_000;
const HOUR = 60;
export const DAY = 24 * HOUR;
/** A night is shorter, the pause until the next one longer. */
export const NIGHT = 16 * HOUR;

export interface OpenTab {
  tab: Tab;
  /** Minutes since its first item that is not paid. */
  age: number;
  tonight: boolean;
}

export function openTabs(tabs: readonly Tab[], now: number): OpenTab[] {
  const open = tabs.filter(({ status }) => status !== 'paid').map((tab) => ({ tab, age: ageOf(tab, now) }));
  return open.sort((one, other) => one.age - other.age).map((one) => ({ ...one, tonight: one.age < NIGHT }));
}

export function matching(tabs: readonly OpenTab[], query: string): OpenTab[] {
  const index = createSearchIndex(tabs, ({ tab }) => [
    tab.customerName,
    ...phoneTexts(tab.customerPhone, boxStore.get()?.phoneCountry),
  ]);
  return index.find(query).slice(0, SHOWN);
}

/** Minutes since the first item that is not paid; 0 where all are. */
export function ageOf({ items }: Pick<Tab, 'items'>, now: number): number {
  const oldest = Math.min(now, ...items.filter(({ status }) => status !== 'paid').map(owedSince));
  return Math.floor((now - oldest) / MINUTE_MS);
}

/** A debt from before the box is as old as its day says, and a day old at least: it is none of tonight. */
function owedSince({ kind, since, createdAt }: Tab['items'][number]): number {
  const created = Date.parse(createdAt);
  if (kind !== 'old_debt') return created;
  return Math.min(created - DAY * MINUTE_MS, since === null ? created : Date.parse(since));
}

/** '12 min', '1 h 5 min', '4 days' */
export function ageText(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < DAY)
    return [`${Math.floor(minutes / HOUR)} h`, minutes % HOUR && `${minutes % HOUR} min`]
      .filter(Boolean)
      .join(' ');
  const days = Math.floor(minutes / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** The currency in which more is owed. */
export function leadingOf({ owedUSD, owedLRD, rate }: Tab): Currency {
  return fromServer(owedUSD) * rate >= fromServer(owedLRD) ? 'USD' : 'LRD';
}
