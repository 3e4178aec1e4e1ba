/** Raises prices by a percentage, rounded to amounts that people pay with. */
import type { Product } from '../../../api/types';
import { type Cents, divideRounding, fromServer, toDecimal } from '../../../lib/money/money';
import { isOwned } from '../../../parts/head-office/owned';
import { changedFields, type PriceName, type Typed, type } from './priceList';

/** Raised prices are multiples of $0.25 and L$5. */
const STEP: Record<PriceName, Cents> = { priceUSD: 25, priceLRD: 500 };
export const PERCENT_MIN = -90;
export const PERCENT_MAX = 300;
const HUNDREDTHS = 100;

/** The typed percentage in hundredths; null for 0, for more than two decimals, and beyond the limits. */
export function parsePercent(text: string): number | null {
  const match = /^([+-]?)(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim().replace('−', '-'));
  if (!match) return null;
  const size = Number(match[2]) * HUNDREDTHS + Number((match[3] ?? '').padEnd(2, '0'));
  const percent = match[1] === '-' ? -size : size;
  const inside = percent >= PERCENT_MIN * HUNDREDTHS && percent <= PERCENT_MAX * HUNDREDTHS;
  return percent !== 0 && inside ? percent : null;
}

/** The price raised by `percent` hundredths of a percent: the nearest multiple of the step, and never nothing. */
export function raised(cents: Cents, percent: number, step: Cents): Cents {
  const whole = BigInt(HUNDREDTHS * HUNDREDTHS);
  const steps = divideRounding(BigInt(cents) * (whole + BigInt(percent)), whole * BigInt(step));
  return cents === 0 ? 0 : Math.max(steps, 1) * step;
}

/** What was typed after all set prices of `products` are raised; prices that follow the rate stay so, and so do those of head office. */
export function raiseAll(typed: Typed, products: readonly Product[], percent: number): Typed {
  let next = typed;
  for (const product of products) {
    for (const name of ['priceUSD', 'priceLRD'] as const) {
      const price = product[name];
      if (price === null || isOwned(product, name)) continue;
      const text = toDecimal(raised(fromServer(price), percent, STEP[name]));
      next = type(next, product, name, text);
    }
  }
  return next;
}

/** The number of prices that differ afterwards, of those that rounding leaves as they are, and the first that differs. */
export function previewOf(products: readonly Product[], percent: number) {
  const filled = raiseAll({}, products, percent);
  let count = 0;
  let all = 0;
  let example: { product: Product; name: PriceName; text: string } | null = null;
  for (const product of products) {
    all += (['priceUSD', 'priceLRD'] as const).filter(
      (name) => product[name] !== null && !isOwned(product, name),
    ).length;
    for (const name of changedFields(product, filled[product.id])) {
      const text = filled[product.id]?.[name]?.text;
      if (name === 'isAvailable' || text === undefined) continue;
      count += 1;
      example ??= { product, name, text };
    }
  }
  return { count, same: all - count, example };
}
