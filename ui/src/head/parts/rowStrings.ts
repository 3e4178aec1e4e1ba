/** Words of the rows of shifts, of what is open, and of what is low. */
import { formatCount, formatDate, formatTime } from '../../lib/format';
import { shortTime } from '../lib/strings';

export const shifts = {
  openNow: 'Open now',
  opened: (at: string) => `Open since ${shortTime(at)}`,
  times: (from: string, to: string) =>
    `${shortTime(from)} to ${formatDate(from) === formatDate(to) ? formatTime(to) : shortTime(to)}`,
  shouldBe: (amounts: string) => `Should be ${amounts}`,
  counted: (amounts: string) => `Counted ${amounts}`,
};

export const open = {
  tab: 'Tab',
  order: 'Order',
  table: (name: string) => (/^\d+$/.test(name) ? `Table ${name}` : name),
  since: (at: string) => `Since ${shortTime(at)}`,
  sinceBy: (at: string, by: string) => `Since ${shortTime(at)}, ${by}`,
};

export const stock = {
  out: 'Out of Stock',
  low: 'Low Stock',
  portions: (count: number) => `${formatCount(count)} ${count === 1 ? 'portion' : 'portions'}`,
  par: (count: number) => `Should be ${formatCount(count)}`,
};
