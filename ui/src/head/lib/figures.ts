/** What is shown of head office's figures: amounts, changes, over and short. */
import { formatCount, formatExact, formatMoney, formatTotal } from '../../lib/format';
import { type Currency, divideRounding, fromServer } from '../../lib/money/money';
import type { Figures } from '../api/types';
import { figures as words } from './strings';

/** A figure that no bar has sent. */
export const NONE = '–';

/** `$3,133.60`, `L$154,850`; `–` for none. */
export const total = (amount: string | null, currency: Currency = 'USD'): string =>
  amount === null ? NONE : formatTotal(fromServer(amount), currency);

/** `$10.00`, `L$1,900`, `L$0.50`: cash, with cents of Liberian dollars only if there are any. */
export const cash = (amount: string | null, currency: Currency): string =>
  amount === null ? NONE : formatExact(fromServer(amount), currency);

export const price = (amount: string, currency: Currency): string =>
  formatMoney(fromServer(amount), currency);

export const count = (figure: number | null): string => (figure === null ? NONE : formatCount(figure));

/** A change beyond this many per cent compares with days on which the bar was hardly open, and says nothing. */
const CHANGE_MAX = 999;

/** The change in whole per cent, half away from zero; null where there is nothing to compare with. */
export function changeOf(amount: string | null, previous: string | null): number | null {
  if (amount === null || previous === null) return null;
  const before = fromServer(previous);
  if (before <= 0) return null;
  const change = divideRounding(BigInt(fromServer(amount) - before) * 100n, BigInt(before));
  return change > CHANGE_MAX ? null : change;
}

/** `+12 %`, `−4 %`, `0 %`. */
export function percent(change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${formatCount(Math.abs(change))} %`;
}

export interface Verdict {
  text: string;
  /** A tone of the style sheets. */
  status?: 'error' | 'warning';
}

/** `Short $12.00` and `Over L$190`, the short one first; `Exact`, or `Not counted` where nothing was counted. */
export function verdicts(usd: string | null, lrd: string | null): Verdict[] {
  if (usd === null && lrd === null) return [{ text: words.notCounted }];
  const found = [verdictOf(usd, 'USD'), verdictOf(lrd, 'LRD')].filter((verdict) => verdict !== null);
  if (found.length === 0) return [{ text: words.exact }];
  return found.sort((one, other) => rank(one) - rank(other));
}

function verdictOf(amount: string | null, currency: Currency): Verdict | null {
  const cents = fromServer(amount);
  if (cents === 0) return null;
  const figure = formatExact(Math.abs(cents), currency);
  return cents < 0
    ? { text: words.short(figure), status: 'error' }
    : { text: words.over(figure), status: 'warning' };
}

const rank = ({ status }: Verdict): number => (status === 'error' ? 0 : 1);

export const isShort = (usd: string | null, lrd: string | null): boolean =>
  fromServer(usd) < 0 || fromServer(lrd) < 0;
export const isOver = (usd: string | null, lrd: string | null): boolean =>
  fromServer(usd) > 0 || fromServer(lrd) > 0;

/** Low and out together: what has to be bought. */
export const lowAndOut = ({ lowStock, outOfStock }: Figures): number | null =>
  lowStock === null && outOfStock === null ? null : (lowStock ?? 0) + (outOfStock ?? 0);

/** Cents, for the length of a bar in a plot; none is 0. */
export const lengthOf = (amount: string | null): number => Math.max(0, fromServer(amount));
