/** What a table's card says of its guests: what they owe, who they are, and how long ago they ordered first. */
import type { Order, Table } from '../../../api/types';
import { bothAmounts } from '../amounts';
import { remainingOf } from '../payment/bill';
import { isOnCredit, ordersAt } from '../status';
import { orders as orderWords, tables as words } from '../strings';

export interface Guests {
  /** '$14.00 · L$2,660'; 'Paid', or 'On Credit' when that is where all of it is. */
  due: string;
  /** 'James Cooper', with the number of further orders. */
  name: string;
  /** '25 min' */
  since: string;
}

const MINUTE_MS = 60_000;

/** Null when nothing is open at the table. `now` is in milliseconds. */
export function guestsAt(table: Table, orders: readonly Order[], now: number): Guests | null {
  const here = ordersAt(table, orders);
  const first = here[0];
  if (!first) return null;
  const due = here
    .filter((order) => !isOnCredit(order))
    .map(remainingOf)
    .reduce((sum, { usd, lrd }) => ({ usd: sum.usd + usd, lrd: sum.lrd + lrd }), { usd: 0, lrd: 0 });
  const settled = here.some(isOnCredit) ? orderWords.onCredit : words.paid;
  const began = Math.min(...here.map(({ createdAt }) => Date.parse(createdAt)));
  return {
    due: due.usd === 0 && due.lrd === 0 ? settled : bothAmounts(due, first.currency),
    name: first.customerName + (here.length > 1 ? words.more(here.length - 1) : ''),
    // The phone's clock may be behind the box's.
    since: words.minutes(Math.max(0, Math.floor((now - began) / MINUTE_MS))),
  };
}
