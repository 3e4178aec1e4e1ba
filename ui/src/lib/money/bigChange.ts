/** Changes of prices and rates that are rarely meant: a digit too many, a comma in the wrong place. */
import type { Cents } from './money';
import { parseRate } from './money';

/** A price may change by half of itself, and a rate by a tenth, without a question. */
const PRICE_PART = 2;
const RATE_PART = 10n;

/** Whether the price changes by more than half. A price of 0 has no half. */
export function isBigPriceChange(before: Cents, after: Cents): boolean {
  return before > 0 && Math.abs(after - before) * PRICE_PART > before;
}

/** Whether the rate changes by more than 10 %. */
export function isBigRateChange(before: string | number, after: string | number): boolean {
  const [then, now] = [parseRate(before), parseRate(after)];
  if (then === null || now === null) return false;
  return (now > then ? now - then : then - now) * RATE_PART > then;
}
