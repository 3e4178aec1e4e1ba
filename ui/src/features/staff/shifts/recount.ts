/** The rules of a recount: notes and coins, or the totals of both currencies. */
import type { CountBody, Denomination } from '../../../api/types';
import { formatShort } from '../../../lib/format';
import { type Cents, type Currency, fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { noting as words } from './strings';

/** What is typed: how many of each note and coin (`USD 20.00`), or the amounts (`amountUSD`). */
export type Typed = Record<string, string>;

export const keyOf = ({ currency, value }: Denomination): string => `${currency} ${value}`;

/** '$20', 'L$10 coin'. */
export function nameOf({ currency, value, kind }: Denomination): string {
  const written = formatShort(fromServer(value), currency);
  return kind === 'coin' ? words.coin(written) : written;
}

export function ofCurrency(all: readonly Denomination[], currency: Currency): Denomination[] {
  return all
    .filter((one) => one.currency === currency)
    .sort((one, other) => fromServer(other.value) - fromServer(one.value));
}

/** A blank field is none; null for anything but a whole number. */
export function quantityOf(text: string | undefined): number | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return 0;
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : null;
}

/** The sum of what is typed, in cents. */
export function sumOf(typed: Typed, denominations: readonly Denomination[], currency: Currency): Cents {
  return ofCurrency(denominations, currency).reduce(
    (sum, one) => sum + fromServer(one.value) * (quantityOf(typed[keyOf(one)]) ?? 0),
    0,
  );
}

/** The count of the request body; an error as a sentence if something is wrong. */
export function countOf(typed: Typed, denominations: readonly Denomination[] | null): CountBody | string {
  if (denominations === null) {
    const [usd, lrd] = [parseMoney(typed.amountUSD), parseMoney(typed.amountLRD)];
    if (usd === null || lrd === null) return words.amountWrong;
    return { amountUSD: toDecimal(usd), amountLRD: toDecimal(lrd) };
  }
  if (denominations.some((one) => quantityOf(typed[keyOf(one)]) === null)) return words.countWrong;
  const pieces = denominations
    .map((one) => ({
      currency: one.currency,
      value: one.value,
      quantity: quantityOf(typed[keyOf(one)]) ?? 0,
    }))
    .filter(({ quantity }) => quantity > 0);
  return {
    amountUSD: toDecimal(sumOf(typed, denominations, 'USD')),
    amountLRD: toDecimal(sumOf(typed, denominations, 'LRD')),
    pieces,
  };
}
