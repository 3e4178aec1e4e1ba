/** The rules of the price assistant: what its fields start with, and the plan that is sent. */
import type { AssistedPrice, PricePlan, PricePlanBody } from '../../api/types';
import { fromServer, parseMoney, toDecimal } from '../../lib/money/money';

export type Rounding = 'keep' | 'up' | 'nearest';

/** What was typed, by `keyOf`. */
export type Typed = Readonly<Record<string, string>>;

export const keyOf = ({ productId, currency }: AssistedPrice): string => `${productId} ${currency}`;

/** What the field of a price shows. */
export const shownOf = (row: AssistedPrice, rounding: Rounding, typed: Typed): string =>
  typed[keyOf(row)] ?? (rounding === 'keep' ? row.price : row.suggested);

/** The keys of fields without an amount above 0. */
export const wrongOf = (rows: readonly AssistedPrice[], rounding: Rounding, typed: Typed): string[] =>
  rows.filter((row) => !parseMoney(shownOf(row, rounding, typed))).map(keyOf);

/** The prices that change; those that stay are not a part of the plan. */
export function planOf(
  rows: readonly AssistedPrice[],
  rounding: Rounding,
  typed: Typed,
): PricePlanBody['items'] {
  const items = new Map<number, PricePlanBody['items'][number]>();
  for (const row of rows) {
    const price = parseMoney(shownOf(row, rounding, typed)) ?? 0;
    if (price === fromServer(row.price)) continue;
    const item = items.get(row.productId) ?? { productId: row.productId };
    const name = row.currency === 'USD' ? 'priceUSD' : 'priceLRD';
    items.set(row.productId, { ...item, [name]: toDecimal(price) });
  }
  return [...items.values()];
}

/** The price that a plan has for a row; null without one. */
export function plannedPrice(row: AssistedPrice, plan: PricePlan | undefined): string | null {
  const item = plan?.items.find(({ productId }) => productId === row.productId);
  return (row.currency === 'USD' ? item?.priceUSD : item?.priceLRD) ?? null;
}
