/** Computes what remains and the change of a payment in two currencies before it is sent. The server decides. */
import { type Cents, type Currency, type Dual, divideRounding, parseRate } from './money';

/** Whole dollars and the rest in L$ (no coins are in use), or all of it in one currency. */
export type ChangeIn = 'split' | 'LRD' | 'USD';

/** What is due, as the server computed it at one rate. */
export interface Bill {
  rate: string | number;
  /** What is owed in each currency of its own; both together are the debt. */
  owed: Dual;
  /** The same debt as if all of it were paid in one currency. */
  remaining: Dual;
}

export interface Settlement {
  settled: boolean;
  /** What is still to pay, in each currency alone. */
  remaining: Dual;
  /** Overpayment, in ten-thousandths of a Liberian cent; 0 when nothing is to be given back. */
  excess: bigint;
}

export interface Change {
  value: ChangeIn;
  given: Dual;
}

/** Smallest note that change is rounded to, until the server's own value is loaded. */
const LRD_CASH_STEP: Cents = 500;

const RATE_SCALE = 10_000n;
/** Millionths of a cent in a cent. */
const FINE = 1_000_000n;
const CENTS_OF_A_DOLLAR = 100n;
const NOTHING: Dual = { usd: 0, lrd: 0 };

function scaledRate(rate: string | number): bigint {
  const scaled = parseRate(rate);
  if (scaled === null) throw new RangeError(`not a rate: ${rate}`);
  return scaled;
}

/** One exact figure for both parts: ten-thousandths of a Liberian cent. */
function worthOf({ usd, lrd }: Dual, scaled: bigint): bigint {
  return BigInt(usd) * scaled + BigInt(lrd) * RATE_SCALE;
}

/** Settled when less than half a US cent is missing; less than half a US cent too much is no change. */
export function settlementOf(bill: Bill, tender: Dual): Settlement {
  const scaled = scaledRate(bill.rate);
  if (tender.usd === 0 && tender.lrd === 0) {
    return { settled: false, remaining: bill.remaining, excess: 0n };
  }
  const balance = worthOf(tender, scaled) - worthOf(bill.owed, scaled);
  const half = scaled > RATE_SCALE ? scaled : RATE_SCALE;
  const settled = balance * 2n > -half;
  return {
    settled,
    remaining: settled ? NOTHING : restOf(bill.owed, tender, scaled),
    excess: balance * 2n >= scaled ? balance : 0n,
  };
}

/**
 * What stays owed, in each currency alone: what is owed in dollars is paid first, each by its own currency, then by the
 * other. As in the box, parts are kept to the millionth of a cent.
 */
function restOf(owed: Dual, tender: Dual, scaled: bigint): Dual {
  const dollars = { unit: scaled, left: BigInt(owed.usd) * FINE, put: BigInt(tender.usd) * FINE };
  const liberian = { unit: RATE_SCALE, left: BigInt(owed.lrd) * FINE, put: BigInt(tender.lrd) * FINE };
  for (const [debt, other] of [
    [dollars, liberian],
    [liberian, dollars],
  ] as const) {
    if (debt.put >= debt.left) {
      debt.put -= debt.left;
      debt.left = 0n;
      continue;
    }
    debt.left -= debt.put;
    debt.put = 0n;
    const cost = divide(debt.left * debt.unit, other.unit);
    if (other.put >= cost) {
      other.put -= cost;
      debt.left = 0n;
      continue;
    }
    debt.left -= divide(other.put * other.unit, debt.unit);
    if (debt.left < 0n) debt.left = 0n;
    other.put = 0n;
  }
  const value = dollars.left * dollars.unit + liberian.left * liberian.unit;
  return { usd: divideRounding(value, scaled * FINE), lrd: divideRounding(value, RATE_SCALE * FINE) };
}

/** Half up; nothing here is negative. */
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
  step: Cents = LRD_CASH_STEP,
): Dual {
  if (excess <= 0n) return NOTHING;
  const scaled = scaledRate(rate);
  if (wanted === 'USD') return { usd: divideRounding(excess, scaled), lrd: 0 };
  const dollar = scaled * CENTS_OF_A_DOLLAR;
  const dollars = wanted === 'split' ? excess / dollar : 0n;
  const due = divideRounding(excess - dollars * dollar, RATE_SCALE);
  return { usd: Number(dollars * CENTS_OF_A_DOLLAR), lrd: divideRounding(BigInt(due), BigInt(step)) * step };
}

/** The ways to give this change that differ, the usual one first. */
export function changeChoices(
  excess: bigint,
  rate: string | number,
  tender: Dual,
  step: Cents = LRD_CASH_STEP,
): Change[] {
  const usual = defaultChangeIn(tender);
  const ways: ChangeIn[] = usual === 'LRD' ? ['LRD', 'split', 'USD'] : ['split', 'LRD', 'USD'];
  const choices: Change[] = [];
  for (const value of ways) {
    const given = changeOf(excess, rate, value, step);
    if (given.usd === 0 && given.lrd === 0) continue;
    if (!choices.some((other) => same(other.given, given))) choices.push({ value, given });
  }
  return choices;
}

/** The way that was chosen, or the one that gives the same, or the usual one. */
export function chosenChange(
  choices: readonly Change[],
  wanted: ChangeIn | null,
  excess: bigint,
  rate: string | number,
  step: Cents = LRD_CASH_STEP,
): Change | undefined {
  if (wanted === null) return choices[0];
  const given = changeOf(excess, rate, wanted, step);
  return choices.find((choice) => same(choice.given, given)) ?? choices[0];
}

function same(one: Dual, other: Dual): boolean {
  return one.usd === other.usd && one.lrd === other.lrd;
}

/**
 * What settles the bill in one currency beside what is already put down in the other, and beside what is `fixed`.
 * Liberian dollars come without cents where that settles as well; when the other amount already covers the bill, this
 * currency takes over.
 */
export function exactly(bill: Bill, tender: Dual, currency: Currency, fixed: Dual = NOTHING): Dual {
  const beside = currency === 'USD' ? { usd: 0, lrd: tender.lrd } : { usd: tender.usd, lrd: 0 };
  const rest = settlementOf(bill, plus(beside, fixed));
  if (rest.settled) return same(beside, NOTHING) ? NOTHING : exactly(bill, NOTHING, currency, fixed);
  if (currency === 'USD') return { ...beside, usd: rest.remaining.usd };
  const whole = { ...beside, lrd: divideRounding(BigInt(rest.remaining.lrd), 100n) * 100 };
  const settlement = settlementOf(bill, plus(whole, fixed));
  const fits = settlement.settled && settlement.excess === 0n;
  return fits ? whole : { ...beside, lrd: rest.remaining.lrd };
}

/** Money of both kinds, put together. */
export function plus(one: Dual, other: Dual): Dual {
  return { usd: one.usd + other.usd, lrd: one.lrd + other.lrd };
}

/** What is owed in each currency of its own, as a bill: what it comes to in one currency alone follows from the rate. */
export function billFor(owed: Dual, rate: string | number): Bill {
  const scaled = scaledRate(rate);
  const value = worthOf(owed, scaled);
  return {
    rate,
    owed,
    remaining: { usd: divideRounding(value, scaled), lrd: divideRounding(value, RATE_SCALE) },
  };
}
