/** The offered amounts of cash received: exact, or the next multiples of notes. */

import type { Denomination } from '../../../api/types';
import { formatShort, formatTotal } from '../../../lib/format';
import { type Currency, type Dual, inOne, parseMoney } from '../../../lib/money/money';
import { type Bill, exactly } from '../../../lib/money/tender';

export interface CashOption {
  /** `exact:USD`, or an amount in one currency: `LRD:40000` are L$400. */
  value: string;
  label: string;
  currency: Currency;
  given: Dual;
}

/** Amounts offered per currency. */
const AMOUNTS = 3;
/** In cents. Guests seldom pay with smaller notes alone. */
const SMALLEST_NOTE: Record<Currency, number> = { USD: 500, LRD: 10_000 };

export function exactOptions(bill: Bill): CashOption[] {
  return (['USD', 'LRD'] as const).map((currency) => ({
    value: exactChoice(currency),
    label: currency === 'USD' ? 'Exact $' : 'Exact L$',
    currency,
    given: exactly(bill, { usd: 0, lrd: 0 }, currency),
  }));
}

export const exactChoice = (currency: Currency) => `exact:${currency}`;

/** Per currency, the smallest multiple of each note above the total; and the chosen amount while it covers the total. */
export function amountOptions(
  bill: Bill,
  denominations: readonly Denomination[],
  chosen: string | null,
): CashOption[] {
  return (['USD', 'LRD'] as const).flatMap((currency) => {
    const total = inOne(bill.remaining, currency);
    const above = denominations
      .filter((one) => one.kind === 'note' && one.currency === currency)
      .map(({ value }) => parseMoney(value) ?? 0)
      .filter((note) => note >= SMALLEST_NOTE[currency])
      .map((note) => (Math.floor(total / note) + 1) * note);
    const offered = ascending(above).slice(0, AMOUNTS);
    const current = amountIn(chosen, currency);
    if (current !== null && current > total) offered.push(current);
    return ascending(offered).map((cents) => amountOption(currency, cents));
  });
}

function ascending(amounts: readonly number[]): number[] {
  return [...new Set(amounts)].sort((one, other) => one - other);
}

function amountIn(choice: string | null, currency: Currency): number | null {
  const match = /^(USD|LRD):(\d+)$/.exec(choice ?? '');
  return match?.[1] === currency ? Number(match[2]) : null;
}

function amountOption(currency: Currency, cents: number): CashOption {
  return {
    value: `${currency}:${cents}`,
    label: currency === 'USD' ? formatShort(cents, 'USD') : formatTotal(cents, 'LRD'),
    currency,
    given: currency === 'USD' ? { usd: cents, lrd: 0 } : { usd: 0, lrd: cents },
  };
}
