/**
 * Mobile money under one name: the till calls it Digital Payment and orders call it Mobile, but it is the same money on the
 * same phone.
 */
import type { SalesReport } from '../../api/types';
import { fromServer, toDecimal } from '../../lib/money/money';

type Taking = SalesReport['takings'][number];
type TenderRow = SalesReport['tenders'][number];

/** The name of both, and of their sum under the id `mobile`. */
export const MOBILE_MONEY = 'Mobile money';
const SAME = ['digital', 'mobile'];
const methodOf = (method: string) => (SAME.includes(method) ? 'mobile' : method);
const plus = (one: string, other: string) => toDecimal(fromServer(one) + fromServer(other));

/** One row for each way of payment. */
export function mergedTakings(rows: readonly Taking[]): Taking[] {
  return merged(
    rows.map((row) => ({ ...row, paymentMethod: methodOf(row.paymentMethod) })),
    (row) => row.paymentMethod,
    (one, other) => ({
      ...one,
      amountUSD: plus(one.amountUSD, other.amountUSD),
      amountLRD: plus(one.amountLRD, other.amountLRD),
    }),
  );
}

/** One row for each way of payment and currency. */
export function mergedTenders(rows: readonly TenderRow[]): TenderRow[] {
  return merged(
    rows.map((row) => (SAME.includes(row.method) ? { ...row, method: 'mobile', name: MOBILE_MONEY } : row)),
    (row) => `${row.method} ${row.currency}`,
    (one, other) => ({
      ...one,
      count: one.count + other.count,
      tendered: plus(one.tendered, other.tendered),
      refunded: plus(one.refunded, other.refunded),
    }),
  );
}

function merged<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
  add: (one: Row, other: Row) => Row,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const known = sums.get(key(row));
    sums.set(key(row), known ? add(known, row) : row);
  }
  return [...sums.values()];
}
