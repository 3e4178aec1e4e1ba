/** The rules of the price assistant: what its fields start with, and the plan that is sent. */
import type { AssistedPrice, PricePlan, PricePlanBody } from '../../api/types';
import { fromServer, parseMoney, toDecimal } from '../../lib/money/money';

export type Rounding = 'keep' | 'up' | 'nearest';

/** What was typed, by `keyOf`. */
export type Typed = Readonly<Record<string, string>>;

/** What decides the values of the fields. */
export interface Draft {
  /** Null until it is chosen: then the fields start with the plan of the day. */
  rounding: Rounding | null;
  typed: Typed;
  plan: PricePlan | undefined;
}

type Priced = Pick<AssistedPrice, 'productId' | 'currency'>;

export const keyOf = ({ productId, currency }: Priced): string => `${productId} ${currency}`;

/** What the field of a price shows. */
export const shownOf = (row: AssistedPrice, { rounding, typed, plan }: Draft): string =>
  typed[keyOf(row)] ??
  (rounding === null ? plannedPrice(row, plan) : null) ??
  (rounding === 'up' || rounding === 'nearest' ? row.suggested : row.price);

/** The keys of fields without an amount above 0. */
export const wrongOf = (rows: readonly AssistedPrice[], draft: Draft): string[] =>
  rows.filter((row) => !parseMoney(shownOf(row, draft))).map(keyOf);

/** The prices that change, and planned ones without a row that are kept; those that stay are not a part of the plan. */
export function planOf(
  rows: readonly AssistedPrice[],
  draft: Draft,
  kept: readonly Priced[] = [],
): PricePlanBody['items'] {
  const items = new Map<number, PricePlanBody['items'][number]>();
  function add({ productId, currency }: Priced, price: string) {
    const name = currency === 'USD' ? 'priceUSD' : 'priceLRD';
    items.set(productId, { productId, ...items.get(productId), [name]: price });
  }
  for (const one of kept) add(one, plannedPrice(one, draft.plan) ?? '');
  for (const row of rows) {
    const price = parseMoney(shownOf(row, draft)) ?? 0;
    if (price !== fromServer(row.price)) add(row, toDecimal(price));
  }
  return [...items.values()];
}

/** The planned prices that have no row; none once a rounding is chosen, which makes a plan of its own. */
export function withoutRow(rows: readonly AssistedPrice[], { rounding, plan }: Draft): Priced[] {
  if (rounding !== null) return [];
  const shown = new Set(rows.map(keyOf));
  return (plan?.items ?? [])
    .flatMap(({ productId }) => (['USD', 'LRD'] as const).map((currency) => ({ productId, currency })))
    .filter((one) => plannedPrice(one, plan) !== null && !shown.has(keyOf(one)));
}

/** The price that a plan has for a row; null without one. */
export function plannedPrice(row: Priced, plan: PricePlan | undefined): string | null {
  const item = plan?.items.find(({ productId }) => productId === row.productId);
  return (row.currency === 'USD' ? item?.priceUSD : item?.priceLRD) ?? null;
}
