/** Money as whole cents: parsing, formatting for the API, and conversion at a rate, without floating-point fractions. */

/** An amount in hundredths of its currency; always a safe integer. */
export type Cents = number;
export type Currency = 'USD' | 'LRD';

/** An amount in each currency: one price in both, or money of both currencies together. */
export interface Dual {
  usd: Cents;
  lrd: Cents;
}

/** Rates have at most four decimals and are stored as whole ten-thousandths. */
const RATE_DECIMALS = 4;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);
/** The API's limit on the digits of an amount. */
const MAX_DIGITS = 15;

/** `"3.5"` is 350; null for a negative amount, more than two decimals, or anything that is not a number. */
export function parseMoney(value: string | number | null | undefined): Cents | null {
  const match = /^(\d+)(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/.exec(String(value ?? '').trim());
  if (!match) return null;
  const whole = match[1] ?? '0';
  const digits = whole + (match[2] ?? match[3] ?? '').padEnd(2, '0');
  return digits.replace(/^0+/, '').length > MAX_DIGITS ? null : Number(digits);
}

/** An amount that the server sent, which may be negative (change, refunds). */
export function fromServer(value: string | number | null | undefined): Cents {
  const text = String(value ?? '0').trim();
  return text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0) || 0 : (parseMoney(text) ?? 0);
}

/** 350 is `"3.50"`, as the server sends and receives it. */
export function toDecimal(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** LRD per 1 USD in ten-thousandths; null for anything but a rate above 0. */
export function parseRate(value: string | number | null | undefined): bigint | null {
  const match = /^(\d+)(?:\.(\d{0,4}))?$/.exec(String(value ?? '').trim());
  if (!match) return null;
  const scaled = BigInt(match[1] + (match[2] ?? '').padEnd(RATE_DECIMALS, '0'));
  return scaled > 0n ? scaled : null;
}

export function usdToLrd(usd: Cents, rate: string | number): Cents {
  return divideRounding(BigInt(usd) * rateOf(rate), RATE_SCALE);
}

export function lrdToUsd(lrd: Cents, rate: string | number): Cents {
  return divideRounding(BigInt(lrd) * RATE_SCALE, rateOf(rate));
}

export function convert(cents: Cents, from: Currency, to: Currency, rate: string | number): Cents {
  if (from === to) return cents;
  return from === 'USD' ? usdToLrd(cents, rate) : lrdToUsd(cents, rate);
}

/** Converts a price in one currency to both. */
export function inBoth(cents: Cents, currency: Currency, rate: string | number): Dual {
  return { usd: convert(cents, currency, 'USD', rate), lrd: convert(cents, currency, 'LRD', rate) };
}

/** The amount in one of the two currencies. */
export function inOne({ usd, lrd }: Dual, currency: Currency): Cents {
  return currency === 'USD' ? usd : lrd;
}

/** The currency of most lines; USD on a tie. */
export function leadingCurrency(lines: readonly { currency: Currency }[]): Currency {
  const liberian = lines.filter(({ currency }) => currency === 'LRD').length;
  return liberian * 2 > lines.length ? 'LRD' : 'USD';
}

function rateOf(rate: string | number): bigint {
  const scaled = parseRate(rate);
  if (scaled === null) throw new RangeError(`not a rate: ${rate}`);
  return scaled;
}

/** Half away from zero, as the server rounds. */
export function divideRounding(dividend: bigint, divisor: bigint): Cents {
  const positive = dividend < 0n ? -dividend : dividend;
  const rounded = (positive * 2n + divisor) / (divisor * 2n);
  return Number(dividend < 0n ? -rounded : rounded);
}
