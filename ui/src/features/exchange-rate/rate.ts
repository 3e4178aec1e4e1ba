/** Parses a typed rate, computes its effect, and fills the converter's two fields. */
import { formatRate } from '../../lib/format';
import {
  type Cents,
  type Currency,
  divideRounding,
  lrdToUsd,
  parseMoney,
  parseRate,
  toDecimal,
  usdToLrd,
} from '../../lib/money/money';

export const QUICK_RATES = [180, 185, 190, 195, 200] as const;
/** The largest rate that the server accepts, in ten-thousandths. */
const LARGEST = 1_000_000n * 10_000n;
/** The example price in the impact note: ten dollars. */
export const EXAMPLE_USD: Cents = 1_000;

/** The typed rate as a number; null if the server would refuse it. */
export function checkRate(text: string): number | null {
  const scaled = parseRate(text);
  return scaled === null || scaled > LARGEST ? null : Number(formatRate(text));
}

interface Impact {
  /** `+2.6%`. */
  share: string;
  before: Cents;
  after: Cents;
}

/** Null while the entered rate is invalid or equals the current one. */
export function impactOf(entered: string, current: number): Impact | null {
  const [next, now] = [parseRate(entered), parseRate(current)];
  if (checkRate(entered) === null || next === null || now === null || next === now) return null;
  const tenths = divideRounding((next - now) * 1000n, now);
  const size = Math.abs(tenths);
  return {
    share: `${next > now ? '+' : '−'}${Math.floor(size / 10)}.${size % 10}%`,
    before: usdToLrd(EXAMPLE_USD, current),
    after: usdToLrd(EXAMPLE_USD, entered),
  };
}

/** The field that was typed into, and its text; the other field is computed. */
export interface Typed {
  currency: Currency;
  text: string;
}

export function bothFields({ currency, text }: Typed, rate: string): Record<Currency, string> {
  const cents = parseMoney(text);
  if (currency === 'USD') return { USD: text, LRD: cents === null ? '' : toDecimal(usdToLrd(cents, rate)) };
  return { LRD: text, USD: cents === null ? '' : toDecimal(lrdToUsd(cents, rate)) };
}
