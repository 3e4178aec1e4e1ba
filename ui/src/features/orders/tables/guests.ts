/** What a table's tile says of its guests: what they owe, who they are, how long ago they ordered first, and what they wait for. */
import type { Order, Table } from '../../../api/types';
import type { Dual } from '../../../lib/money/money';
import { owes } from '../../../parts/bills/owes';
import { guestOf } from '../naming';
import { remainingOf } from '../payment/bill';
import { isOnCredit, ordersAt } from '../status';
import { orders as orderWords, tables as words } from '../strings';

export interface Guests {
  due: Dual;
  /** The currency that leads. */
  currency: Order['currency'];
  /** Null while something is owed. */
  settled: string | null;
  /** 'James', with the number of further orders; empty where the table stands for the name, which is the tile's title. */
  name: string;
  /** '25 min' */
  since: string;
  waits: Waits | null;
}

/** What the guests wait for: its word, and the status that gives it a colour. */
export interface Waits {
  word: string;
  status: 'ready' | 'warning';
}

const MINUTE_MS = 60_000;
const NOTHING: Dual = { usd: 0, lrd: 0 };

/** What is still owed for orders that are on nobody's tab. */
export function dueOf(orders: readonly Order[]): Dual {
  return orders
    .filter((order) => !isOnCredit(order))
    .map(remainingOf)
    .reduce((sum, { usd, lrd }) => ({ usd: sum.usd + usd, lrd: sum.lrd + lrd }), NOTHING);
}

/** Null when nothing is open at the table. `now` is in milliseconds. */
export function guestsAt(table: Table, orders: readonly Order[], now: number): Guests | null {
  const here = ordersAt(table, orders);
  const first = here[0];
  if (!first) return null;
  return {
    due: dueOf(here),
    currency: first.currency,
    settled: settledAs(here),
    name: (firstNameOf(first) + (here.length > 1 ? words.more(here.length - 1) : '')).trim(),
    since: since(here, now),
    waits: waitsOf(here),
  };
}

/** 'Paid', 'On Credit' when that is where a part of it is, or 'Empty' without goods; null while something is owed. */
export function settledAs(orders: readonly Order[]): string | null {
  if (orders.some(owes)) return null;
  if (orders.some(isOnCredit)) return orderWords.onCredit;
  return orders.some(({ items }) => items.length > 0) ? words.paid : words.empty;
}

const firstNameOf = (order: Order): string => guestOf(order)?.split(' ')[0] ?? '';

/** How long ago the first of the orders was placed. */
export function since(orders: readonly Pick<Order, 'createdAt'>[], now: number): string {
  const began = Math.min(...orders.map(({ createdAt }) => Date.parse(createdAt)));
  // The phone's clock may be behind the box's.
  return words.minutes(Math.max(0, Math.floor((now - began) / MINUTE_MS)));
}

/** What is ready comes before what is billed: it gets cold. */
function waitsOf(orders: readonly Order[]): Waits | null {
  if (orders.some(({ status }) => status === 'ready')) return { word: words.ready, status: 'ready' };
  const billed = orders.some(({ bill, paymentStatus }) => bill?.state === 'open' && paymentStatus !== 'paid');
  return billed ? { word: orderWords.billed, status: 'warning' } : null;
}
