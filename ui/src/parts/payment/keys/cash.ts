/** The offered amounts of cash received: what can be laid down for the bill, or the next multiples of notes. */

import type { Denomination } from '../../../api/types';
import { formatShort, formatTotal } from '../../../lib/format';
import { type Cents, type Currency, type Dual, inOne, parseMoney } from '../../../lib/money/money';
import { type Bill, type CashSteps, exactly, nearestPayable, settlementOf } from '../../../lib/money/tender';

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

const exactChoice = (currency: Currency) => `exact:${currency}`;
const inLrd = exactChoice('LRD');
const inDollars = exactChoice('USD');

/**
 * What can be laid down for the bill without change, in the leading currency first: Liberian dollars alone, or whole dollars and
 * the rest in Liberian dollars, because there are no US coins. The first one is preselected, and rounded to the smallest coin;
 * the box takes it for the bill.
 */
export function exactOptions(bill: Bill, leading: Currency, steps: CashSteps): CashOption[] {
  const whole = bill.remaining.usd - (bill.remaining.usd % 100);
  const leads = whole === 0 ? 'LRD' : leading;
  const liberian = laidDown(bill, 0, steps, leads === 'LRD');
  const alone = { value: inLrd, label: 'Exact L$', currency: 'LRD', given: liberian } as const;
  if (whole === 0) return [alone];
  const dollars = laidDown(bill, whole, steps, leads === 'USD');
  const mixed = {
    value: inDollars,
    label: bill.remaining.usd === whole ? 'Exact $' : shortText(dollars),
    currency: 'USD',
    given: dollars,
  } as const;
  return leads === 'USD' ? [mixed, alone] : [alone, mixed];
}

/** These dollars and the rest in Liberian dollars: to the smallest coin where the box takes that for the bill. */
function laidDown(bill: Bill, usd: Cents, steps: CashSteps, preselected: boolean): Dual {
  const rest = settlementOf(bill, { usd, lrd: 0 });
  if (usd > 0 && rest.settled) return { usd, lrd: 0 };
  const rounded = { usd, lrd: nearestPayable(rest.remaining.lrd, steps.lrd) };
  if (preselected || steps.roundsDue) return rounded;
  const { settled, excess } = settlementOf(bill, rounded);
  return settled && excess === 0n ? rounded : exactly(bill, { usd, lrd: 0 }, 'LRD', undefined, steps);
}

function shortText({ usd, lrd }: Dual): string {
  const dollars = formatShort(usd, 'USD');
  return lrd === 0 ? dollars : `${dollars} + ${formatTotal(lrd, 'LRD')}`;
}

/** Per currency, the smallest multiple of each note above the total; and the chosen amount while it covers the total. */
export function amountOptions(
  bill: Bill,
  denominations: readonly Denomination[],
  chosen: string | null,
): CashOption[] {
  return (['USD', 'LRD'] as const).flatMap((currency) => {
    const total = inOne(bill.remaining, currency);
    const above = notesIn(currency, denominations).map((note) => (Math.floor(total / note) + 1) * note);
    const offered = ascending(above).slice(0, AMOUNTS);
    const current = amountIn(chosen, currency);
    if (current !== null && current > total) offered.push(current);
    return ascending(offered).map((cents) => amountOption(currency, cents));
  });
}

/** The notes that guests pay with, in cents. */
export const notesIn = (currency: Currency, denominations: readonly Denomination[]): number[] =>
  denominations
    .filter((one) => one.kind === 'note' && one.currency === currency)
    .map(({ value }) => parseMoney(value) ?? 0)
    .filter((note) => note >= SMALLEST_NOTE[currency]);

export function ascending(amounts: readonly number[]): number[] {
  return [...new Set(amounts)].sort((one, other) => one - other);
}

function amountIn(choice: string | null, currency: Currency): number | null {
  const match = /^(USD|LRD):(\d+)$/.exec(choice ?? '');
  return match?.[1] === currency ? Number(match[2]) : null;
}

export function amountOption(currency: Currency, cents: number): CashOption {
  return {
    value: `${currency}:${cents}`,
    label: currency === 'USD' ? formatShort(cents, 'USD') : formatTotal(cents, 'LRD'),
    currency,
    given: currency === 'USD' ? { usd: cents, lrd: 0 } : { usd: 0, lrd: cents },
  };
}
