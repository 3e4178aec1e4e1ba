/** Computes the remaining amount and the change of a payment in two currencies as a preview; the server decides. */
import { type Cents, type Currency, type Dual, divideRounding, parseRate } from './money';

/** `split`: whole dollars and the rest in L$, because no US coins are in use; else all change in one currency. */
export type ChangeIn = 'split' | 'LRD' | 'USD';

/** The amount due, as the server computed it at one rate. */
export interface Bill {
  rate: string | number;
  /** The part of the debt in each currency; both together are the debt. */
  owed: Dual;
  /** The whole debt converted to each currency. */
  remaining: Dual;
}

export interface Settlement {
  settled: boolean;
  /** The amount still to pay, as the full amount in either currency. */
  remaining: Dual;
  /** Overpayment, in ten-thousandths of a Liberian cent; 0 when no change is due. */
  excess: bigint;
}

export interface Change {
  value: ChangeIn;
  given: Dual;
}

/** The smallest amounts of cash that the bar takes and gives. */
export interface CashSteps {
  /** Smallest note or coin in L$, in cents. */
  lrd: Cents;
  /** Smallest amount of US dollars in change, in cents; the rest is in L$. */
  usd: Cents;
  /** Whether what is due in cash in L$ is rounded to `lrd`. Change always is. */
  roundsDue: boolean;
}

/** Those of a new bar, until the bar's own are loaded. */
export const CASH_STEPS: CashSteps = { lrd: 500, usd: 1, roundsDue: true };

export const RATE_SCALE = 10_000n;
/** Intermediate results are kept in millionths of a cent. */
const MICRO = 1_000_000n;
const CENTS_OF_A_DOLLAR = 100n;
const NOTHING: Dual = { usd: 0, lrd: 0 };

export function scaledRate(rate: string | number): bigint {
  const scaled = parseRate(rate);
  if (scaled === null) throw new RangeError(`not a rate: ${rate}`);
  return scaled;
}

/** The value of both parts together, in ten-thousandths of a Liberian cent. */
export function exactValue({ usd, lrd }: Dual, scaled: bigint): bigint {
  return BigInt(usd) * scaled + BigInt(lrd) * RATE_SCALE;
}

/**
 * Settled when less than half a US cent is missing; half a US cent too much is no change. As the bill is shown in the one
 * currency of the tender, and as its debts are at the rate: it settles when either says so, and the lesser change is given.
 */
export function settlementOf(bill: Bill, tender: Dual): Settlement {
  const scaled = scaledRate(bill.rate);
  if (tender.usd === 0 && tender.lrd === 0) {
    return { settled: false, remaining: bill.remaining, excess: 0n };
  }
  const [less, more] = balancesOf(bill, tender, scaled);
  const { settled } = settles(more, scaled);
  return {
    settled,
    remaining: settled ? NOTHING : remainingAfter(bill, tender, scaled),
    excess: settles(less, scaled).excess,
  };
}

/**
 * What a tender is above the bill, or below it, at the rate and as the bill is shown in the currency of the tender: the lesser
 * first.
 */
export function balancesOf(bill: Bill, tender: Dual, scaled: bigint): [bigint, bigint] {
  const given = exactValue(tender, scaled);
  const atRate = given - exactValue(bill.owed, scaled);
  const asShown = given - exactValue(totalAsShown(bill, tender, scaled) ?? bill.owed, scaled);
  return atRate < asShown ? [atRate, asShown] : [asShown, atRate];
}

function settles(balance: bigint, scaled: bigint) {
  const cent = scaled > RATE_SCALE ? scaled : RATE_SCALE;
  return { settled: balance * 2n > -cent, excess: balance * 2n > cent ? balance : 0n };
}

/** What is left of an excess as change after a tip; null where the tip is more. */
export function withoutTip({ rate }: Bill, excess: bigint, tip: Dual): bigint | null {
  const scaled = scaledRate(rate);
  const { settled, excess: left } = settles(excess - exactValue(tip, scaled), scaled);
  if (same(tip, NOTHING)) return excess;
  return settled && excess > 0n ? left : null;
}

/** A bill can be due at a total that is not a conversion: sums of rounded prices, products with two prices. Null where it is one. */
function totalAsShown({ owed, remaining }: Bill, tender: Dual, scaled: bigint): Dual | null {
  const value = exactValue(owed, scaled);
  if (tender.lrd === 0) {
    return remaining.usd === divideRounding(value, scaled) ? null : { usd: remaining.usd, lrd: 0 };
  }
  if (tender.usd === 0) {
    return remaining.lrd === divideRounding(value, RATE_SCALE) ? null : { usd: 0, lrd: remaining.lrd };
  }
  return null;
}

/**
 * The remaining amount, converted to each currency. Each debt is paid by its own currency first, then by the other; the
 * dollar debt comes before the other. As on the server, parts are exact to the millionth of a cent.
 */
function remainingAfter({ owed }: Bill, tender: Dual, scaled: bigint): Dual {
  const dollars = { unit: scaled, owed: BigInt(owed.usd) * MICRO, paid: BigInt(tender.usd) * MICRO };
  const liberian = { unit: RATE_SCALE, owed: BigInt(owed.lrd) * MICRO, paid: BigInt(tender.lrd) * MICRO };
  for (const [debt, other] of [
    [dollars, liberian],
    [liberian, dollars],
  ] as const) {
    if (debt.paid >= debt.owed) {
      debt.paid -= debt.owed;
      debt.owed = 0n;
      continue;
    }
    debt.owed -= debt.paid;
    debt.paid = 0n;
    const cost = divide(debt.owed * debt.unit, other.unit);
    if (other.paid >= cost) {
      other.paid -= cost;
      debt.owed = 0n;
      continue;
    }
    debt.owed -= divide(other.paid * other.unit, debt.unit);
    if (debt.owed < 0n) debt.owed = 0n;
    other.paid = 0n;
  }
  const value = dollars.owed * dollars.unit + liberian.owed * liberian.unit;
  return { usd: divideRounding(value, scaled * MICRO), lrd: divideRounding(value, RATE_SCALE * MICRO) };
}

/** Rounds half up; no argument is negative. */
function divide(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

function defaultChangeIn({ usd, lrd }: Dual): ChangeIn {
  return usd === 0 && lrd > 0 ? 'LRD' : 'split';
}

export function changeOf(
  excess: bigint,
  rate: string | number,
  wanted: ChangeIn,
  { lrd: step, usd: smallest }: CashSteps = CASH_STEPS,
): Dual {
  if (excess <= 0n) return NOTHING;
  const scaled = scaledRate(rate);
  if (wanted === 'USD' && smallest <= 1) return { usd: divideRounding(excess, scaled), lrd: 0 };
  const units: Record<ChangeIn, bigint> = { split: CENTS_OF_A_DOLLAR, USD: BigInt(smallest), LRD: 0n };
  const unit = units[wanted];
  const cents = unit === 0n ? 0n : (excess / (scaled * unit)) * unit;
  const due = divideRounding(excess - cents * scaled, RATE_SCALE);
  return { usd: Number(cents), lrd: divideRounding(BigInt(due), BigInt(step)) * step };
}

/** The distinct ways to give this change, the default first. */
export function changeChoices(
  excess: bigint,
  rate: string | number,
  tender: Dual,
  steps: CashSteps = CASH_STEPS,
): Change[] {
  const first = defaultChangeIn(tender);
  const ways: ChangeIn[] = first === 'LRD' ? ['LRD', 'split', 'USD'] : ['split', 'LRD', 'USD'];
  const choices: Change[] = [];
  for (const value of ways) {
    const given = changeOf(excess, rate, value, steps);
    if (given.usd === 0 && given.lrd === 0) continue;
    if (!choices.some((other) => same(other.given, given))) choices.push({ value, given });
  }
  return choices;
}

/** The way that the user wants, or one that gives the same money, or the default. */
export function chosenChange(
  choices: readonly Change[],
  wanted: ChangeIn | null,
  excess: bigint,
  rate: string | number,
  steps: CashSteps = CASH_STEPS,
): Change | undefined {
  if (wanted === null) return choices[0];
  const given = changeOf(excess, rate, wanted, steps);
  return choices.find((choice) => same(choice.given, given)) ?? choices[0];
}

export function same(one: Dual, other: Dual): boolean {
  return one.usd === other.usd && one.lrd === other.lrd;
}

/**
 * The exact amount in one currency that settles the bill together with the amount in the other currency and with `fixed`.
 * In `cash` it is what can be paid in Liberian dollars; other methods (null) pay to the cent. When the other amount already
 * covers the bill, this currency replaces it.
 */
export function exactly(
  bill: Bill,
  tender: Dual,
  currency: Currency,
  fixed: Dual = NOTHING,
  cash: CashSteps | null = CASH_STEPS,
): Dual {
  const beside = currency === 'USD' ? { usd: 0, lrd: tender.lrd } : { usd: tender.usd, lrd: 0 };
  const rest = settlementOf(bill, plus(beside, fixed));
  if (rest.settled) return same(beside, NOTHING) ? NOTHING : exactly(bill, NOTHING, currency, fixed, cash);
  if (currency === 'USD') return { ...beside, usd: rest.remaining.usd };
  if (cash?.roundsDue) return { ...beside, lrd: nearestPayable(rest.remaining.lrd, cash.lrd) };
  const whole = { ...beside, lrd: divideRounding(BigInt(rest.remaining.lrd), 100n) * 100 };
  const settlement = settlementOf(bill, plus(whole, fixed));
  const fits = cash !== null && settlement.settled && settlement.excess === 0n;
  return fits ? whole : { ...beside, lrd: rest.remaining.lrd };
}

/** The nearest amount that notes and coins make up; of two that are as near, the greater one. */
export function nearestPayable(lrd: Cents, step: Cents): Cents {
  return Math.floor((2 * lrd + step) / (2 * step)) * step;
}

/** Adds two amounts, each currency separately. */
export function plus(one: Dual, other: Dual): Dual {
  return { usd: one.usd + other.usd, lrd: one.lrd + other.lrd };
}

/** The bill for a debt in both currencies at a rate. */
export function billFor(owed: Dual, rate: string | number): Bill {
  const scaled = scaledRate(rate);
  const value = exactValue(owed, scaled);
  return {
    rate,
    owed,
    remaining: { usd: divideRounding(value, scaled), lrd: divideRounding(value, RATE_SCALE) },
  };
}
