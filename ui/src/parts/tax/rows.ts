/** Rows of tax above a total: subtotal, a row for each label, and the service charge. */

import type { OrderItem, TaxInForce } from '../../api/types';
import { type Dual, fromServer, toDecimal } from '../../lib/money/money';
import type { Owing } from '../lines/line';
import { rateOf, type TaxMode, taxFigures } from './rates';
import { words } from './strings';

export interface TaxRow {
  label: string;
  amounts: Dual;
  /** Its amount is a part of what stands above it. */
  included?: boolean;
}

interface Taxed {
  label: string;
  mode: TaxMode;
  tax: Dual;
}

const NOTHING: Dual = { usd: 0, lrd: 0 };
// That of lib/money/tender would add its file to the list of orders.
export const plus = (one: Dual, other: Dual): Dual => ({
  usd: one.usd + other.usd,
  lrd: one.lrd + other.lrd,
});

/** One row for each label that has tax, in the order in which they come. */
export function labelRows(lines: readonly Taxed[]): TaxRow[] {
  const rows = new Map<string, TaxRow>();
  for (const { label, mode, tax } of lines) {
    if (tax.usd === 0 && tax.lrd === 0) continue;
    const key = `${label} ${mode}`;
    const amounts = plus(rows.get(key)?.amounts ?? NOTHING, tax);
    rows.set(key, { label, amounts, included: mode === 'included' });
  }
  return [...rows.values()];
}

export const subtotalRow = (amounts: Dual): TaxRow => ({ label: words.subtotal, amounts });

/** The frozen tax of an order's item or of its service charge; null for one without tax. */
export function frozenTax({
  tax,
  taxUSD,
  taxLRD,
}: Pick<OrderItem, 'tax' | 'taxUSD' | 'taxLRD'>): Taxed | null {
  if (!tax) return null;
  return { label: tax.label, mode: tax.mode, tax: { usd: fromServer(taxUSD), lrd: fromServer(taxLRD) } };
}

/** The tax that lines of a cart would have now. `classOf` names the tax class of a product. */
export function taxToday(
  lines: readonly Owing[],
  { mode, today }: Pick<TaxInForce, 'mode' | 'today'>,
  classOf: (productId: number) => string | undefined,
): Taxed[] {
  return lines.map(({ productId, price, quantity }) => {
    const rate = today.find((row) => row.class === classOf(productId));
    const tax = (unit: number) => taxFigures(unit * quantity, rateOf(rate), mode).tax;
    return { label: rate?.label ?? '', mode, tax: { usd: tax(price.usd), lrd: tax(price.lrd) } };
  });
}

/** What comes on top of the prices. */
export const onTop = (lines: readonly Taxed[]): Dual =>
  lines.reduce((sum, { mode, tax }) => (mode === 'added' ? plus(sum, tax) : sum), NOTHING);

export const claimOf = ({ usd, lrd }: Dual) => ({
  grandTotalUSD: toDecimal(usd),
  grandTotalLRD: toDecimal(lrd),
});
